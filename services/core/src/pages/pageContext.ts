import { createTexts, type Texts } from '@almanac/i18n';
import { pageCatalogues, type Showing, showingOf } from '@almanac/pages';
import type { RestRequest } from '@almanac/rest';
import type { Core } from '../core.ts';
import { catalogues } from '../messages/catalogues.ts';

/** What a page is made with. */
export interface PageContext {
  readonly core: Core;
  readonly request: RestRequest<unknown>;
  readonly showing: Showing;
}

const texts: Texts = createTexts(catalogues, pageCatalogues);

export const pageContext = (core: Core, request: RestRequest<unknown>): PageContext => ({
  core,
  request,
  showing: showingOf(core.settings.current(), texts, request),
});

/** The same for another language of the site. */
export const inLanguage = ({ core, request }: PageContext, language: string): Showing =>
  showingOf(core.settings.current(), texts, { ...request, language });
