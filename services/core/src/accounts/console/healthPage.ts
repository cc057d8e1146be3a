import { testHealthOfMisc } from '@almanac/contracts';
import { type Html, html, trusted } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import type { SignedIn } from '../sign-in/administrationPage.ts';
import { healthView as view } from '../sign-in/consoleViews.ts';
import { askAs } from './askAs.ts';
import { consoleAnswer, refused } from './consoleFrame.ts';

type Test = ReturnType<typeof testHealthOfMisc.parseAnswer>[number];

/** Shows the results of the health tests, the worst first. */
export const showHealth = async (page: SignedIn): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const said = await askAs(page, testHealthOfMisc);
  if (said.refused !== undefined) return refused(page, view, said.refused);
  const worstFirst = said.body.toSorted((one, other) => SEVERITY[one.status] - SEVERITY[other.status]);
  const faults = worstFirst.filter(({ status }) => status !== 'good').length;
  const summary =
    faults === 0
      ? text('All tests are passed.')
      : text('{count} of {total} tests ask for something to be done.', {
          count: String(faults),
          total: String(worstFirst.length),
        });
  const list = html`<p class="lead">${summary}</p>
<ul class="cards">
${worstFirst.map((test) => item(page, test))}</ul>`;
  return consoleAnswer(page, view, list);
};

const SEVERITY = { critical: 0, recommended: 1, good: 2 } as const;

const item = (page: SignedIn, { label, status, badge, description, actions }: Test): Html => html`<li>
<h2>${label}</h2>
<p><span class="tag">${statusText(page, status)}</span> <span class="tag">${badge.label}</span></p>
${trusted(description)}${trusted(actions)}
</li>
`;

const statusText = ({ renderContext: { text } }: SignedIn, status: Test['status']): string => {
  if (status === 'good') return text('Good');
  return status === 'critical' ? text('Does not work') : text('Should be mended');
};
