import { type Showing, showingOf } from '@almanac/pages';
import type { RestRequest } from '@almanac/rest';
import type { Core } from './core.ts';

/** What a page is made with. */
export interface PageContext {
  readonly core: Core;
  readonly request: RestRequest<unknown>;
  readonly showing: Showing;
}

export const pageContext = (core: Core, request: RestRequest<unknown>): PageContext => ({
  core,
  request,
  showing: showingOf(core.settings.current(), core.pageTexts, request),
});

/** The same for another language of the site. */
export const inLanguage = ({ core, request }: PageContext, language: string): Showing =>
  showingOf(core.settings.current(), core.pageTexts, { ...request, language });
