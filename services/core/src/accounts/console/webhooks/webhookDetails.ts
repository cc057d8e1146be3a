import { listDeliveriesOfMisc, readWebhookOfMisc } from '@almanac/contracts';
import { type Html, html, type Piece } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { webhooksView as view } from '../../sign-in/consoleViews.ts';
import { askAs, totalOf } from '../askAs.ts';
import { actionForm, pageSteps, viewAddress, windowIn } from '../consoleForms.ts';
import { consoleAnswer, refusal } from '../consoleFrame.ts';
import { momentText } from '../consoleTexts.ts';
import { webhookForm } from './webhookForm.ts';
import { resultText, webhookList } from './webhookList.ts';

type Delivery = ReturnType<typeof listDeliveriesOfMisc.parseAnswer>[number];

/**
 * Renders one webhook with its form and the results of its deliveries.
 * @param etag of the webhook that the form changes; default: the shown version
 */
export const webhookDetails = async (
  page: SignedIn,
  id: number,
  above?: Piece,
  { status = 200, etag }: { readonly status?: number; readonly etag?: string } = {},
): Promise<RestResponse> => {
  const [hook, deliveries] = await Promise.all([
    askAs(page, readWebhookOfMisc, { at: { id } }),
    askAs(page, listDeliveriesOfMisc, { at: { id }, send: windowIn(page) }),
  ]);
  if (hook.refused !== undefined) return webhookList(page, refusal(hook.refused), hook.refused.status);
  if (deliveries.refused !== undefined)
    return webhookList(page, refusal(deliveries.refused), deliveries.refused.status);
  const { text } = page.renderContext;
  const main = html`${above}<h2>${hook.body.url}</h2>
${resultText(page, hook.body)}<div class="choices">
${actionForm(page, view, { label: text('Send a ping'), fields: { id: String(id), action: 'ping' }, isSecond: true })}<a href="${viewAddress(page, view, { id: String(id), action: 'delete' })}">${text('Delete it')}…</a>
<a href="${viewAddress(page, view)}">${text('All webhooks')}</a>
</div>
<h2>${text('Change it')}</h2>
${webhookForm(page, { ...hook.body, etag: etag ?? hook.headers.get('etag') ?? '' })}
<h2>${text('Deliveries of the last 30 days')}</h2>
${deliveryList(page, id, { deliveries: deliveries.body, total: totalOf(deliveries) })}`;
  return consoleAnswer(page, view, main, { status, query: `id=${id}` });
};

interface Listed {
  readonly deliveries: readonly Delivery[];
  readonly total: number;
}

const deliveryList = (page: SignedIn, id: number, { deliveries, total }: Listed): Html => {
  const { text } = page.renderContext;
  const again = html`<p><a href="${viewAddress(page, view, { id: String(id) })}">${text('Look again')}</a></p>`;
  if (deliveries.length === 0)
    return html`<p>${text('Nothing was sent yet. A ping shows whether the receiver answers.')}</p>\n${again}`;
  return html`<ul class="cards">
${deliveries.map((delivery) => item(page, id, delivery))}</ul>
${pageSteps(page, view, total, { id: String(id) })}${again}`;
};

const item = (page: SignedIn, id: number, delivery: Delivery): Html => {
  const { text } = page.renderContext;
  const { type, subject, status, attempts, error, last_attempt } = delivery;
  const fields = { id: String(id), delivery: delivery.id, action: 'redeliver' };
  return html`<li>
<h3>${type}</h3>
<p><span class="tag">${outcomeText(page, status)}</span> ${subject}</p>
<p class="soft">${momentText(page, last_attempt)} · ${text('attempts: {count}', { count: String(attempts) })}${error !== null && html` · ${error}`}</p>
${actionForm(page, view, { label: text('Send again'), about: `${type} ${subject}`, fields, isSecond: true })}</li>
`;
};

const outcomeText = ({ renderContext: { text } }: SignedIn, status: Delivery['status']): string => {
  if (status === 'delivered') return text('delivered');
  if (status === 'failing') return text('fails, is tried again');
  return status === 'failed' ? text('given up') : text('not sent: the webhook was not active');
};
