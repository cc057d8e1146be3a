import { type RenderContext, renderContextOf } from '@almanac/pages';
import type { RestRequest } from '@almanac/rest';
import type { Core } from './core.ts';

/** Ports, request and settings that a page is rendered with. */
export interface PageContext {
  readonly core: Core;
  readonly request: RestRequest<unknown>;
  readonly renderContext: RenderContext;
}

export const pageContext = (core: Core, request: RestRequest<unknown>): PageContext => ({
  core,
  request,
  renderContext: renderContextOf(core.settings.current(), core.pageTexts, request),
});
