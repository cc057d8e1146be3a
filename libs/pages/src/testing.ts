import { completeSettings } from '@almanac/contracts';
import { createTexts } from '@almanac/i18n';
import { readSite } from '@almanac/service';
import { pageCatalogues } from './catalogues.ts';
import { type RenderContext, renderContextOf } from './renderContext.ts';

/** Creates a render context for specs. */
export const renderContextFor = (language = 'en', site: object = {}): RenderContext =>
  renderContextOf(completeSettings(readSite({ name: 'Riverside', ...site }).settings), createTexts(pageCatalogues), {
    site: 'https://site.test',
    apiRoot: `https://site.test/${language}/json`,
    language,
  });
