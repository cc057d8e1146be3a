import { html, monthText, type Page, pageAddress, pageAnswer, pageNotFound } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import type { PageContext } from '../pageContext.ts';
import { inMonth } from '../types/archivesBlock.ts';
import { listPosts, pagesBelow } from './postListing.ts';

/** `/{year}/{month}/`: the posts of a month. @throws DomainError 404 if there are none */
export const monthPage = async (context: PageContext): Promise<RestResponse> => {
  const { request, renderContext } = context;
  const { above: year = '', slug: number = '' } = request.captures;
  const month = Temporal.PlainYearMonth.from(`${year}-${number}`);
  const address = pageAddress(renderContext, year, number);
  const listed = await listPosts(context, { address: pagesBelow(address), filter: inMonth(month) });
  if (listed.total === 0) throw pageNotFound();
  const title = monthText(month, renderContext);
  const page: Page = {
    title,
    main: html`<h1>${title}</h1>\n${listed.html}`,
    canonical: listed.address,
    section: 'home',
  };
  return pageAnswer(request, renderContext, page);
};
