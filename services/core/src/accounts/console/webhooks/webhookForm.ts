import { integrationEvents, type listWebhooksOfMisc } from '@almanac/contracts';
import { type Html, html } from '@almanac/pages';
import { parameter, type SignedIn } from '../../sign-in/administrationPage.ts';
import { webhooksView as view } from '../../sign-in/consoleViews.ts';
import { hiddenFields, viewAddress } from '../consoleForms.ts';

export type Webhook = ReturnType<typeof listWebhooksOfMisc.parseAnswer>[number];

const LONGEST_URL = 2_000;

/** Returns the webhook in a sent form. */
export const sentWebhook = (page: SignedIn) => {
  const { types = [] } = page.request.params;
  return { url: parameter(page, 'url'), types: (Array.isArray(types) ? types : [types]).map(String) };
};

type Shown = Pick<Webhook, 'id' | 'url' | 'types' | 'status'> & { readonly etag: string };

/** Renders the form that creates a webhook, or changes the shown one; typed values stay. */
export const webhookForm = (page: SignedIn, hook?: Shown): Html => {
  const { text } = page.renderContext;
  const { url, types } = parameter(page, 'url') !== '' || hook === undefined ? sentWebhook(page) : hook;
  const fields = hook === undefined ? { action: 'create' } : { action: 'change', id: String(hook.id), etag: hook.etag };
  return html`<form method="post" action="${viewAddress(page, view)}">
${hiddenFields(page, fields)}<p><label for="url">${text('Address that is told events')}</label>
<input id="url" name="url" type="url" value="${url}" placeholder="https://" maxlength="${LONGEST_URL}" size="48" required></p>
${typeChoice(page, types)}${hook !== undefined && statusChoice(page, hook)}<p><button type="submit">${hook === undefined ? text('Make the webhook') : text('Save')}</button></p>
</form>
`;
};

const typeChoice = (page: SignedIn, chosen: readonly string[]): Html => {
  const { text } = page.renderContext;
  const box = (type: string) =>
    html`<label><input type="checkbox" name="types[]" value="${type}"${chosen.includes(type) && html` checked`}> ${type}</label>\n`;
  return html`<details${chosen.length > 0 && html` open`}>
<summary>${text('Types of events: all, unless some are chosen')}</summary>
<fieldset class="boxes"><legend class="sr">${text('Types of events')}</legend>
${[...integrationEvents.keys()].toSorted().map(box)}</fieldset>
</details>
`;
};

const statusChoice = (page: SignedIn, { status }: Pick<Webhook, 'status'>): Html => {
  const option = (value: Webhook['status']) =>
    html`<option value="${value}"${value === status && html` selected`}>${statusText(page, value)}</option>\n`;
  return html`<p><label for="status">${page.renderContext.text('State')}</label>
<select id="status" name="status">
${option('active')}${option('paused')}${status === 'disabled' && option('disabled')}</select></p>
`;
};

/** Returns the name of a webhook's status. */
export const statusText = ({ renderContext: { text } }: SignedIn, status: Webhook['status']): string => {
  if (status === 'active') return text('told of events');
  return status === 'paused' ? text('paused') : text('switched off by the site, since it failed');
};
