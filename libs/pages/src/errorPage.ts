import { html } from './html.ts';
import { layout } from './layout.ts';
import { homeAddress, pageAddress, type RenderContext } from './renderContext.ts';

/** The sentence of each status; other statuses use that of 500 or 400. */
const sentences: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'Sign in to see this page.',
  403: 'You may not see this page.',
  404: 'There is no page at this address.',
  405: 'This page does not allow that action.',
  408: 'The request took too long to arrive.',
  413: 'The request is too large.',
  429: 'There were too many attempts; try again later.',
  500: 'Something went wrong on the site.',
  503: 'A part of the site is not available; try again shortly.',
};

/** The English texts of error pages. */
export const errorTexts: readonly string[] = Object.values(sentences);

const sentenceOf = (status: number): string => sentences[status] ?? sentences[status < 500 ? 400 : 500] ?? '';

/**
 * Returns the HTML page of a failed request.
 * @param detail a code that helps operators
 */
export const errorPage = (status: number, renderContext: RenderContext, detail?: string): string => {
  const title = renderContext.text(sentenceOf(status));
  const main = html`<h1>${title}</h1>
<p class="soft">${status}${detail !== undefined && html` <code>${detail}</code>`}</p>
${status === 404 && html`<p>${renderContext.text('Compare the address with the link, or search the site.')}</p>\n`}<ul>
<li><a href="${homeAddress(renderContext, renderContext.language)}">${renderContext.text('Home')}</a></li>
<li><a href="${pageAddress(renderContext, 'events')}">${renderContext.text('Events')}</a></li>
</ul>`;
  return layout({ title, main, indexed: false }, renderContext).text;
};
