import { createTexts, type Texts } from '@almanac/i18n';
import { pageCatalogues, type RenderContext, renderContextOf } from '@almanac/pages';
import type { RestRequest } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { catalogues } from '../messages/catalogues.ts';

/** The services and the request with which a page is rendered. */
export interface PageContext {
  readonly calendar: Calendar;
  readonly request: RestRequest<unknown>;
  readonly renderContext: RenderContext;
}

const texts: Texts = createTexts(catalogues, pageCatalogues);

export const pageContext = (calendar: Calendar, request: RestRequest<unknown>): PageContext => ({
  calendar,
  request,
  renderContext: renderContextOf(calendar.settings.current(), texts, request),
});
