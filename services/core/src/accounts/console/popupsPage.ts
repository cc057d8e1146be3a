import {
  listPopupsOfMisc,
  readFiguresOfPopupsOfMisc,
  readPopupFiguresOfMisc,
  resetPopupFiguresOfMisc,
} from '@almanac/contracts';
import { type Html, html, type Piece } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { parameter, type SignedIn } from '../sign-in/administrationPage.ts';
import { popupsView as view } from '../sign-in/consoleViews.ts';
import { askAs, totalOf } from './askAs.ts';
import { askFirst, numberIn, pageSteps, viewAddress, windowIn } from './consoleForms.ts';
import { consoleAnswer, notice, refusal, refused } from './consoleFrame.ts';
import { consoleTable } from './consoleTable.ts';
import { momentText } from './consoleTexts.ts';

type Popup = ReturnType<typeof listPopupsOfMisc.parseAnswer>[number];
type Figures = ReturnType<typeof readFiguresOfPopupsOfMisc.parseAnswer>[number];

/** Shows the popups with their counts; for one popup, day by day. */
export const showPopups = (page: SignedIn): Promise<RestResponse> => {
  const id = numberIn(page, 'id');
  if (id === undefined) return listed(page);
  return parameter(page, 'action') === 'reset' ? confirmReset(page, id) : ofDays(page, id);
};

/** Resets the counts of a popup to 0. */
export const resetPopup = async (page: SignedIn): Promise<RestResponse> => {
  const id = numberIn(page, 'id');
  if (id === undefined || parameter(page, 'action') !== 'reset') return listed(page, undefined, 400);
  const said = await askAs(page, resetPopupFiguresOfMisc, { at: { id } });
  if (said.refused !== undefined) return listed(page, refusal(said.refused), said.refused.status);
  return listed(page, notice(html`<p>${page.renderContext.text('The popup is counted from 0 again.')}</p>`));
};

const confirmReset = (page: SignedIn, id: number): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const asked = askFirst(page, view, {
    question: text('Count popup {id} from 0 again?', { id: String(id) }),
    consequence: text('What it brought until now is not shown any more, and cannot be brought back.'),
    label: text('Count from 0'),
    fields: { id: String(id), action: 'reset' },
  });
  return Promise.resolve(consoleAnswer(page, view, asked));
};

/** Returns the counts of popups by id, as far as misc answers. */
const figuresOf = async (page: SignedIn, all: readonly Popup[]): Promise<ReadonlyMap<number, Figures>> => {
  if (all.length === 0) return new Map();
  const { body = [] } = await askAs(page, readFiguresOfPopupsOfMisc, { send: { ids: all.map(({ id }) => id) } });
  return new Map(body.map((figures) => [figures.id, figures]));
};

const listed = async (page: SignedIn, above?: Piece, status = 200): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const said = await askAs(page, listPopupsOfMisc, { send: windowIn(page) });
  if (said.refused !== undefined) return refused(page, view, said.refused);
  const figures = await figuresOf(page, said.body);
  const table = consoleTable({
    caption: text('Popups'),
    heads: [text('Popup'), text('State'), ...figureHeads(page), text('Last opened')],
    rows: said.body.map((popup) => row(page, popup, figures.get(popup.id))),
  });
  const nothing = html`<p>${text('There are no popups. They are written through the interface, popup/v1.')}</p>`;
  const main = html`${above}${said.body.length === 0 ? nothing : table}${pageSteps(page, view, totalOf(said))}`;
  return consoleAnswer(page, view, main, { status });
};

const figureHeads = ({ renderContext: { text } }: SignedIn) => [text('Openings'), text('Successes'), text('Rate')];

const row = (page: SignedIn, { id, title, status }: Popup, figures: Figures | undefined): Piece[] => {
  const { text } = page.renderContext;
  const link = html`<a href="${viewAddress(page, view, { id: String(id) })}">${title}</a>`;
  const state = status === 'publish' ? text('published') : text('draft');
  if (figures === undefined) return [link, state, text('unknown'), '', '', ''];
  const { opens, conversions, conversion_rate, last_open } = figures;
  const opened = last_open === null ? text('never') : momentText(page, last_open);
  return [link, state, String(opens), String(conversions), rateText(conversion_rate), opened];
};

const rateText = (rate: number | null): string => (rate === null ? '–' : `${Math.round(rate * 1_000) / 10} %`);

const ofDays = async (page: SignedIn, id: number): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const { body, refused: error } = await askAs(page, readPopupFiguresOfMisc, { at: { id } });
  if (error !== undefined) return listed(page, refusal(error), error.status);
  const table = consoleTable({
    caption: text('The last 30 days'),
    heads: [text('Day'), text('Openings'), text('Successes')],
    rows: body.days.map(({ date, opens, conversions }) => [date, String(opens), String(conversions)]),
  });
  const nothing = html`<p>${text('Nothing was counted in the last 30 days.')}</p>`;
  const main = html`<h2>${text('Popup {id}', { id: String(id) })}</h2>
${facts(page, body)}${body.days.length === 0 ? nothing : table}
<p class="choices"><a href="${viewAddress(page, view, { id: String(id), action: 'reset' })}">${text('Count from 0')}…</a>
<a href="${viewAddress(page, view)}">${text('All popups')}</a></p>`;
  return consoleAnswer(page, view, main, { query: `id=${id}` });
};

const facts = ({ renderContext: { text } }: SignedIn, figures: Figures): Html => html`<dl class="facts">
<dt>${text('Openings')}</dt><dd>${String(figures.opens)}</dd>
<dt>${text('Successes')}</dt><dd>${String(figures.conversions)}</dd>
<dt>${text('Rate')}</dt><dd>${rateText(figures.conversion_rate)}</dd>
<dt>${text('Not counted, beyond a limit')}</dt><dd>${String(figures.dropped)}</dd>
</dl>
`;
