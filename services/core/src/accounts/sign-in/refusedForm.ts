import { html } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { type Administration, administrationAddress, administrationAnswer } from './administrationPage.ts';

/** Returns the answer to a form that was not sent from a page of this session; it has no effect. */
export const refusedForm = (page: Administration, name: string): RestResponse => {
  const { renderContext } = page;
  const title = renderContext.text('Nothing was changed');
  const main = html`<h1>${title}</h1>
<p>${renderContext.text('The form is out of date, or it was not sent from this site. Open the page again and retry.')}</p>
<p><a href="${administrationAddress(renderContext)}">${renderContext.text('Administration')}</a></p>`;
  return administrationAnswer(page, { title, main }, { status: 403, name });
};
