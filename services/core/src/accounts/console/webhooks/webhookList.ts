import { listWebhooksOfMisc } from '@almanac/contracts';
import { type Html, html, type Piece } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { webhooksView as view } from '../../sign-in/consoleViews.ts';
import { askAs, totalOf } from '../askAs.ts';
import { pageSteps, viewAddress, windowIn } from '../consoleForms.ts';
import { consoleAnswer, refused } from '../consoleFrame.ts';
import { momentText } from '../consoleTexts.ts';
import { statusText, type Webhook, webhookForm } from './webhookForm.ts';

/** Shows all webhooks, and the form to create one. */
export const webhookList = async (page: SignedIn, above?: Piece, status = 200): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const said = await askAs(page, listWebhooksOfMisc, { send: windowIn(page) });
  if (said.refused !== undefined) return refused(page, view, said.refused);
  const nothing = html`<p>${text('No other system is told of events yet.')}</p>\n`;
  const list = html`<ul class="cards">
${said.body.map((hook) => item(page, hook))}</ul>
${pageSteps(page, view, totalOf(said))}`;
  const main = html`${above}<p>${text('Other systems are told of what is published on the site: each event at least once, in order within its subject, signed with a secret of theirs.')}</p>
${said.body.length === 0 ? nothing : list}
<h2>${text('Make a webhook')}</h2>
${webhookForm(page)}`;
  return consoleAnswer(page, view, main, { status });
};

const item = (page: SignedIn, hook: Webhook): Html => {
  const { text } = page.renderContext;
  return html`<li>
<h2><a href="${viewAddress(page, view, { id: String(hook.id) })}">${hook.url}</a></h2>
<p><span class="tag">${statusText(page, hook.status)}</span> ${hook.types.length === 0 ? text('all types of events') : hook.types.join(', ')}</p>
${resultText(page, hook)}</li>
`;
};

/** Renders the last result of a webhook. */
export const resultText = (page: SignedIn, { last_success_at, last_error }: Webhook): Html => {
  const { text } = page.renderContext;
  const success = last_success_at === null ? text('never') : momentText(page, last_success_at);
  return html`<p class="soft">${text('Last told:')} ${success}${last_error !== null && html` · ${text('Last fault:')} ${last_error}`}</p>
`;
};
