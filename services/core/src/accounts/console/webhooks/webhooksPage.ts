import {
  changeWebhookOfMisc,
  createWebhookOfMisc,
  deleteWebhookOfMisc,
  pingWebhookOfMisc,
  redeliverOfMisc,
} from '@almanac/contracts';
import { html } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import type { InternalReply } from '@almanac/service';
import { parameter, type SignedIn } from '../../sign-in/administrationPage.ts';
import { webhooksView as view } from '../../sign-in/consoleViews.ts';
import { askAs, ifMatch } from '../askAs.ts';
import { askFirst, isName, numberIn } from '../consoleForms.ts';
import { consoleAnswer, notice, refusal } from '../consoleFrame.ts';
import { webhookDetails } from './webhookDetails.ts';
import { sentWebhook } from './webhookForm.ts';
import { webhookList } from './webhookList.ts';

const LONGEST_DELIVERY = 100;
const CHANGED_MEANWHILE = 412;

/** Shows all webhooks, one of them, or the confirmation to delete it. */
export const showWebhooks = (page: SignedIn): Promise<RestResponse> => {
  const id = numberIn(page, 'id');
  if (id === undefined) return webhookList(page);
  return parameter(page, 'action') === 'delete' ? confirmDeletion(page, id) : webhookDetails(page, id);
};

const confirmDeletion = (page: SignedIn, id: number): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const asked = askFirst(page, view, {
    question: text('Delete webhook {id}?', { id: String(id) }),
    consequence: text('Its receiver is told nothing any more, and its secret is gone. This cannot be undone.'),
    label: text('Delete it for good'),
    fields: { id: String(id), action: 'delete' },
  });
  return Promise.resolve(consoleAnswer(page, view, asked));
};

type Act = (page: SignedIn, id: number) => Promise<RestResponse>;

const done = (page: SignedIn, id: number, what: string): Promise<RestResponse> =>
  webhookDetails(page, id, notice(html`<p>${what}</p>`));

/** Shows the result of an action, or its refusal, above the webhook. */
const answered = (
  page: SignedIn,
  id: number,
  { refused }: InternalReply<unknown>,
  what: string,
): Promise<RestResponse> =>
  refused === undefined ? done(page, id, what) : webhookDetails(page, id, refusal(refused), { status: refused.status });

const create = async (page: SignedIn): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const { body, refused } = await askAs(page, createWebhookOfMisc, { send: sentWebhook(page) });
  if (refused !== undefined) return webhookList(page, refusal(refused), refused.status);
  const made = html`<p>${text('The webhook is made. With this secret its receiver checks signatures; it is shown this once:')}</p>
<p class="secret"><code>${body.secret}</code></p>`;
  return webhookDetails(withoutSent(page), body.id, notice(made));
};

/** Returns the page without the sent values: after the action, forms show stored values. */
const withoutSent = (page: SignedIn): SignedIn => ({ ...page, request: { ...page.request, params: {} } });

/**
 * Changes a webhook if it still has the ETag of the form. Otherwise a page that was opened earlier would enable a
 * webhook again that was paused, or has failed, since.
 */
const change: Act = async (page, id) => {
  const { text } = page.renderContext;
  const [status, etag] = [parameter(page, 'status'), parameter(page, 'etag')];
  const isStatus = status === 'active' || status === 'paused';
  const { refused } = await askAs(page, changeWebhookOfMisc, {
    at: { id },
    send: { ...sentWebhook(page), ...(isStatus && { status }) },
    ...ifMatch(etag || undefined),
  });
  if (refused === undefined) return done(page, id, text('The webhook is changed.'));
  if (refused.status !== CHANGED_MEANWHILE)
    return webhookDetails(page, id, refusal(refused), { status: refused.status, ...(etag !== '' && { etag }) });
  const overtaken = text(
    'This webhook was changed meanwhile, by somebody or by the site; nothing was saved. Its state below is the present one; saved again, what you wrote replaces the rest.',
  );
  return webhookDetails(page, id, notice(html`<p>${overtaken}</p>`, true), { status: CHANGED_MEANWHILE });
};

const ping: Act = async (page, id) =>
  answered(
    page,
    id,
    await askAs(page, pingWebhookOfMisc, { at: { id } }),
    page.renderContext.text('A ping is on its way. Look again in a moment to see what became of it.'),
  );

const redeliver: Act = async (page, id) => {
  const { text } = page.renderContext;
  const delivery = parameter(page, 'delivery');
  if (!isName(delivery, LONGEST_DELIVERY)) return webhookDetails(page, id, undefined, { status: 400 });
  const said = await askAs(page, redeliverOfMisc, { at: { id, delivery } });
  return answered(page, id, said, text('It is sent again. Look again in a moment to see what became of it.'));
};

const remove: Act = async (page, id) => {
  const { refused } = await askAs(page, deleteWebhookOfMisc, { at: { id } });
  if (refused !== undefined) return webhookList(page, refusal(refused), refused.status);
  return webhookList(page, notice(html`<p>${page.renderContext.text('The webhook is deleted.')}</p>`));
};

const acts: ReadonlyMap<string, Act> = new Map([
  ['change', change],
  ['ping', ping],
  ['redeliver', redeliver],
  ['delete', remove],
]);

/** Creates a webhook, or runs the requested action on one. */
export const actOnWebhooks = (page: SignedIn): Promise<RestResponse> => {
  const [action, id] = [parameter(page, 'action'), numberIn(page, 'id')];
  if (action === 'create') return create(page);
  const act = acts.get(action);
  return act === undefined || id === undefined ? webhookList(page, undefined, 400) : act(page, id);
};
