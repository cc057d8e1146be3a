import { beginRebuildOfMisc, listRebuildsOfMisc, serviceNumbers } from '@almanac/contracts';
import { type Html, html } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { parameter, type SignedIn } from '../sign-in/administrationPage.ts';
import { rebuildView as view } from '../sign-in/consoleViews.ts';
import { askAs, totalOf } from './askAs.ts';
import { hiddenFields, pageSteps, viewAddress, windowIn } from './consoleForms.ts';
import { consoleAnswer, notice, refusal, refused } from './consoleFrame.ts';
import { momentText } from './consoleTexts.ts';
import { liveRegion } from './live/live.ts';

type Rebuild = ReturnType<typeof listRebuildsOfMisc.parseAnswer>[number];

const LOOKS_EVERY = 2_000;

/** Shows the rebuilds of the last 30 days, and the form to start one. */
export const showRebuilds = (page: SignedIn): Promise<RestResponse> => listed(page);

/** Starts a rebuild of the documents of a service. */
export const startRebuild = async (page: SignedIn): Promise<RestResponse> => {
  const said = await askAs(page, beginRebuildOfMisc, { send: { service: parameter(page, 'service') } });
  if (said.refused !== undefined) return listed(page, refusal(said.refused), said.refused.status);
  const begun = page.renderContext.text('The documents of {service} are being made anew.', {
    service: said.body.service,
  });
  return listed(page, notice(html`<p>${begun}</p>`));
};

const listed = async (page: SignedIn, above?: Html, status = 200): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const said = await askAs(page, listRebuildsOfMisc, { send: windowIn(page) });
  if (said.refused !== undefined) return refused(page, view, said.refused);
  const nothing = html`<p>${text('No documents were made anew in the last 30 days.')}</p>`;
  const list = html`<ul class="cards">
${said.body.map((rebuild) => item(page, rebuild))}</ul>
${pageSteps(page, view, totalOf(said))}
<p><a href="${viewAddress(page, view)}">${text('Look again')}</a></p>`;
  const content = liveRegion(page, said.body.length === 0 ? nothing : list);
  return consoleAnswer(page, view, html`${above}${form(page)}${content}`, { status, live: { every: LOOKS_EVERY } });
};

const form = (page: SignedIn): Html => {
  const { text } = page.renderContext;
  const chosen = parameter(page, 'service');
  const option = (name: string) =>
    html`<option value="${name}"${name === chosen && html` selected`}>${name}</option>\n`;
  return html`<p>${text('All documents of a service are made anew from its log, beside those in use, which readers see until it is done. Nothing is lost and nobody waits.')}</p>
<form method="post" action="${viewAddress(page, view)}">
${hiddenFields(page, {})}<p><label for="service">${text('Service')}</label>
<select id="service" name="service">
${Object.keys(serviceNumbers).map(option)}</select></p>
<p><button type="submit">${text('Make its documents anew')}</button></p>
</form>
`;
};

const item = (page: SignedIn, rebuild: Rebuild): Html => {
  const { service, status, started, reason } = rebuild;
  if (status === null || started === null) return html`<li><h2>${service}</h2><p>${reason}</p></li>\n`;
  return html`<li>
<h2>${service}</h2>
<p class="soft">${momentText(page, started)} · ${statusText(page, status)}</p>
${progress(page, rebuild)}${reason !== null && html`<p>${reason}</p>\n`}</li>
`;
};

const progress = ({ renderContext: { text } }: SignedIn, { service, position, last }: Rebuild): Html => {
  const [done, all] = [String(position ?? 0), String(last ?? 0)];
  return html`<p><progress aria-label="${service}" max="${Math.max(last ?? 0, 1)}" value="${last === 0 ? 1 : done}"></progress> ${text('{done} of {all} commits', { done, all })}</p>
`;
};

const statusText = ({ renderContext: { text } }: SignedIn, status: NonNullable<Rebuild['status']>): string => {
  if (status === 'done') return text('done');
  return status === 'failed' ? text('failed') : text('running');
};
