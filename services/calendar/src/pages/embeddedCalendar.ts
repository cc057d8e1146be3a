import { embedAnswer, pageNotFound } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { type AskedView, viewAddress } from '../views/askedView.ts';
import type { PageContext } from '../views/pageContext.ts';
import { readView } from '../views/readView.ts';
import { renderEmbeddedView } from '../views/renderView.ts';

/** Returns the view that an address of an embedded calendar requests: a list, or with `view=month` a month. */
const askedInFrame = (query: URLSearchParams): AskedView => {
  const slug = query.get('view') === 'month' ? 'month' : 'list';
  const asked = readView(`/events/${slug}`, query);
  return { ...asked, slug, isEmbedded: true };
};

/** Returns a calendar for frames of other sites (docs/interface/views.md §4). @throws DomainError 404 for an unknown page */
export const embeddedCalendar = async (context: PageContext): Promise<RestResponse> => {
  const { request, renderContext } = context;
  const asked = askedInFrame(new URLSearchParams(request.query));
  const view = await renderEmbeddedView(context, asked);
  if (!view.exists) throw pageNotFound();
  return embedAnswer(request, renderContext, {
    title: view.title,
    address: viewAddress({ ...asked, isEmbedded: false }, renderContext),
    body: view.html,
    framing: renderContext.site.embed_sites,
  });
};
