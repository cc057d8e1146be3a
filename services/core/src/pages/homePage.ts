import { homeAddress, html, inEveryLanguage, type Page, pageAddress, pageAnswer } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import type { PageContext } from '../pageContext.ts';
import { listPosts } from './postListing.ts';
import { eventCards, upcomingEvents } from './upcomingEvents.ts';

const whatIsOn = async (context: PageContext) => {
  const { renderContext } = context;
  const events = await upcomingEvents(context);
  if (events.length === 0) return undefined;
  return html`<section aria-labelledby="on">
<h2 id="on">${renderContext.text('Upcoming events')}</h2>
${await eventCards(events, context)}
<p><a href="${pageAddress(renderContext, 'events')}">${renderContext.text('All events')}</a></p>
</section>
`;
};

/** Returns the home page and its older pages: the next events, then the newest posts. */
export const homePage = async (context: PageContext): Promise<RestResponse> => {
  const { request, renderContext } = context;
  const { site } = renderContext;
  const address = (page: number): string =>
    page === 1 ? homeAddress(renderContext, renderContext.language) : pageAddress(renderContext, 'page', String(page));
  const listed = await listPosts(context, { address, sticky: true });
  const isFirst = listed.page === 1;
  const page: Page = {
    ...(isFirst ? {} : { title: renderContext.text('Page {page}', { page: listed.page }) }),
    main: html`<h1>${site.name}</h1>
${site.description !== '' && html`<p class="lead soft">${site.description}</p>\n`}${
  isFirst && (await whatIsOn(context))
}<section aria-labelledby="posts">
<h2 id="posts">${renderContext.text('Posts')}</h2>
${listed.html}
</section>`,
    canonical: listed.address,
    ...(isFirst && { versions: inEveryLanguage((language) => homeAddress(renderContext, language)) }),
    description: site.description,
    section: 'home',
    indexed: isFirst,
  };
  return pageAnswer(request, renderContext, page, { headers: { Vary: 'Accept-Language' } });
};
