import { integrationEvents, readFeedOfMisc } from '@almanac/contracts';
import { type Html, html } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { interfaceNonce, parameter, type SignedIn } from '../sign-in/administrationPage.ts';
import { streamView as view } from '../sign-in/consoleViews.ts';
import { askAs } from './askAs.ts';
import { PER_PAGE, viewAddress } from './consoleForms.ts';
import { consoleAnswer, refused } from './consoleFrame.ts';
import { momentText } from './consoleTexts.ts';
import { liveRegion } from './live/live.ts';

type FeedEvent = ReturnType<typeof readFeedOfMisc.parseAnswer>[number];

const types = [...integrationEvents.keys()].toSorted();
/** Milliseconds between two loads of the page if it cannot receive the stream. */
const LOOKS_EVERY = 15_000;

/** Shows the events that services publish, the newest first. */
export const showStream = async (page: SignedIn): Promise<RestResponse> => {
  const [type, after] = [parameter(page, 'type'), parameter(page, 'after')];
  const said = await askAs(page, readFeedOfMisc, {
    send: { order: 'desc', limit: PER_PAGE, ...(type !== '' && { types: type }), ...(after !== '' && { after }) },
  });
  if (said.refused !== undefined) return refused(page, view, said.refused);
  const { text } = page.renderContext;
  const list = html`<ul class="cards">
${said.body.map((event) => item(page, event))}</ul>
${older(page, said.body, type)}`;
  const nothing = html`<p>${text('Nothing was published in the last 30 days.')}</p>\n`;
  const content = said.body.length === 0 ? nothing : list;
  const main = html`<p>${text('Everything that the services of the site tell one another, kept for 30 days.')}</p>
${typeChoice(page, type)}${after === '' ? liveRegion(page, content) : content}`;
  const live = { every: LOOKS_EVERY, stream: streamAddress(page), types };
  const query = new URLSearchParams({ ...(type !== '' && { type }), ...(after !== '' && { after }) }).toString();
  return consoleAnswer(page, view, main, { query, ...(after === '' && { live }) });
};

const streamAddress = (page: SignedIn): string =>
  `${page.request.apiRoot}/ops/v1/stream?${new URLSearchParams({ _core_nonce: interfaceNonce(page) })}`;

const older = (page: SignedIn, events: readonly FeedEvent[], type: string): Html | undefined => {
  const last = events.at(-1);
  if (last === undefined || events.length < PER_PAGE) return undefined;
  const address = viewAddress(page, view, { ...(type !== '' && { type }), after: last.id });
  return html`<p><a href="${address}">${page.renderContext.text('Older')}</a></p>`;
};

const typeChoice = (page: SignedIn, chosen: string): Html => {
  const { text } = page.renderContext;
  const option = (type: string) => html`<option${type === chosen && html` selected`}>${type}</option>\n`;
  return html`<form class="filters" action="${viewAddress(page, view)}">
<p><label for="type">${text('Type of events')}</label>
<select id="type" name="type">
<option value="">${text('all')}</option>
${types.map(option)}</select></p>
<p><button type="submit">${text('Show')}</button></p>
</form>
`;
};

const item = (page: SignedIn, { type, subject, source, time, data }: FeedEvent): Html => html`<li>
<h2>${type}</h2>
<p class="soft">${momentText(page, time)} · ${subject} · ${source}</p>
<details><summary>${page.renderContext.text('What it says')}</summary>
<pre class="said">${JSON.stringify(data, null, 2)}</pre>
</details>
</li>
`;
