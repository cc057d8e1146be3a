import { discardDeadLetterOfMisc, listDeadLettersOfMisc, replayDeadLettersOfMisc } from '@almanac/contracts';
import { type Html, html, type Piece } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { parameter, type SignedIn } from '../sign-in/administrationPage.ts';
import { deadLettersView as view } from '../sign-in/consoleViews.ts';
import { askAs, totalOf } from './askAs.ts';
import { actionForm, askFirst, pageSteps, viewAddress, windowIn } from './consoleForms.ts';
import { consoleAnswer, notice, refusal, refused } from './consoleFrame.ts';
import { momentText } from './consoleTexts.ts';

type Letter = ReturnType<typeof listDeadLettersOfMisc.parseAnswer>[number];

const named = (page: SignedIn) => ({ subscription: parameter(page, 'subscription'), key: parameter(page, 'key') });

/** Shows the dead letters; if the address names one, shows the confirmation to drop it. */
export const showDeadLetters = (page: SignedIn): Promise<RestResponse> => {
  if (parameter(page, 'action') !== 'discard') return listed(page);
  const { text } = page.renderContext;
  const asked = askFirst(page, view, {
    question: text('Drop the first event of {key}?', { key: named(page).key }),
    consequence: text(
      '{subscription} will never handle it, and what it would have changed stays as it is. Those behind it are tried again. This cannot be undone.',
      { subscription: named(page).subscription },
    ),
    label: text('Drop it for good'),
    fields: { ...named(page), action: 'discard' },
  });
  return Promise.resolve(consoleAnswer(page, view, asked));
};

/** Retries dead letters, or drops one. */
export const mendDeadLetters = async (page: SignedIn): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const isDiscard = parameter(page, 'action') === 'discard';
  const contract = isDiscard ? discardDeadLetterOfMisc : replayDeadLettersOfMisc;
  const said = await askAs(page, contract, { send: named(page) });
  if (said.refused !== undefined) return listed(page, refusal(said.refused), said.refused.status);
  const done = isDiscard
    ? text('The event was dropped; what waited behind it is tried now.')
    : text('It is tried again now. Look again in a moment: what fails once more comes back.');
  return listed(page, notice(html`<p>${done}</p>`));
};

const listed = async (page: SignedIn, above?: Html, status = 200): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const said = await askAs(page, listDeadLettersOfMisc, { send: windowIn(page) });
  if (said.refused !== undefined) return refused(page, view, said.refused);
  const letters = said.body;
  const intro = html`<p>${text('Events that a part of the site could not handle wait here, the first of each key; later ones of the same key wait behind it. Mend the reason, then try again.')}</p>\n`;
  const nothing = html`<p>${text('Nothing waits: every event has been handled.')}</p>`;
  const list: Piece = html`<ul class="cards">
${letters.map((letter) => item(page, letter))}</ul>
${pageSteps(page, view, totalOf(said))}`;
  return consoleAnswer(page, view, html`${above}${intro}${letters.length === 0 ? nothing : list}`, { status });
};

const item = (page: SignedIn, { service, subscription, key, type, at, reason, waiting }: Letter): Html => {
  const { text } = page.renderContext;
  if (subscription === null || key === null || at === null) return html`<li><h2>${service}</h2><p>${reason}</p></li>\n`;
  return html`<li>
<h2>${type}</h2>
<p class="soft">${service} · ${subscription} · ${momentText(page, at)}</p>
<dl class="facts">
<dt>${text('Key')}</dt><dd>${key}</dd>
<dt>${text('Reason')}</dt><dd>${reason ?? text('unknown')}</dd>
<dt>${text('Waiting behind it')}</dt><dd>${String(waiting ?? 0)}</dd>
</dl>
<div class="choices">
${actionForm(page, view, { label: text('Try again'), about: key, fields: { subscription, key, action: 'replay' } })}<a href="${viewAddress(page, view, { action: 'discard', subscription, key })}">${text('Drop {key}', { key })}…</a>
</div>
</li>
`;
};
