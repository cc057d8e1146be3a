import { can, capabilityFor } from '@almanac/identity';
import { dayText, type Html, html, type Piece } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { parameter, type SignedIn } from '../../sign-in/administrationPage.ts';
import { pageSteps, viewAddress, windowIn } from '../consoleForms.ts';
import { consoleAnswer, refused } from '../consoleFrame.ts';
import { momentText } from '../consoleTexts.ts';
import { statusText } from './statuses.ts';
import { type Listed, STATUSES, type Writing } from './writing.ts';

const MINE = 'mine';
const LONGEST_SEARCH = 200;

const mayListOthers = ({ user }: SignedIn, { type }: Writing): boolean =>
  type === undefined || can(user, capabilityFor(type, 'edit_others'));

/** Returns the filters of a request; drops unknown values. */
const filtersIn = (page: SignedIn, writing: Writing) => ({
  status: STATUSES.find((each) => each === parameter(page, 'status')),
  search: parameter(page, 'search').slice(0, LONGEST_SEARCH),
  mine: !mayListOthers(page, writing) || parameter(page, 'whose') === MINE,
});

/** Shows the records of a kind that the user may write, newest first. */
export const listed = async (page: SignedIn, writing: Writing, above?: Piece, status = 200): Promise<RestResponse> => {
  const { view, records } = writing;
  const filters = filtersIn(page, writing);
  const { body, refused: error } = await records.list(page, { ...filters, ...windowIn(page) });
  if (error !== undefined) return refused(page, view, error);
  const texts = writing.texts(page);
  const query = {
    ...(filters.status && { status: filters.status }),
    ...(filters.search !== '' && { search: filters.search }),
    ...(parameter(page, 'whose') === MINE && { whose: MINE }),
  };
  const list = html`<ul class="cards">
${body.records.map((record) => item(page, writing, record))}</ul>
${pageSteps(page, view, body.total, query, stepsOf(page, writing))}`;
  const main = html`${above}<p><a href="${viewAddress(page, view, { action: 'new' })}">${texts.create}</a></p>
${filterForm(page, writing, filters)}${body.records.length === 0 ? html`<p>${texts.none}</p>` : list}`;
  return consoleAnswer(page, view, main, { status, query: new URLSearchParams(query).toString() });
};

const filterForm = (page: SignedIn, writing: Writing, filters: ReturnType<typeof filtersIn>): Html => {
  const { text } = page.renderContext;
  const hasStates = writing.type !== undefined;
  const option = (value: string, label: string, isChosen: boolean) =>
    html`<option value="${value}"${isChosen && html` selected`}>${label}</option>\n`;
  const states = html`<p><label for="status">${text('State')}</label>
<select id="status" name="status">
${option('', text('all but the trash'), filters.status === undefined)}${STATUSES.map((each) => option(each, statusText(page, each), each === filters.status))}</select></p>
`;
  const whose = html`<p><label for="whose">${text('Written by')}</label>
<select id="whose" name="whose">
${option('', text('everybody'), !filters.mine)}${option(MINE, text('me'), filters.mine)}</select></p>
`;
  return html`<form class="filters" action="${viewAddress(page, writing.view)}">
<p><label for="search">${text('Words')}</label>
<input id="search" name="search" type="search" value="${filters.search}" maxlength="${LONGEST_SEARCH}"></p>
${hasStates && states}${hasStates && mayListOthers(page, writing) && whose}<p><button type="submit" class="second">${text('Show')}</button></p>
</form>
`;
};

/** Renders links to the pages of a list. Records with statuses are listed newest first, others by name. */
const stepsOf = ({ renderContext: { text } }: SignedIn, { type }: Writing) =>
  type === undefined ? { previous: text('Previous'), next: text('Next') } : undefined;

const item = (page: SignedIn, { view, type }: Writing, listed: Listed): Html => {
  const { id, title, status, url, modified_utc, start, note } = listed;
  const { text } = page.renderContext;
  const isPublic = type === undefined || status === 'publish';
  const tag = status !== '' && html`<span class="tag">${statusText(page, status)}</span>`;
  const name = title === '' ? text('(without title)') : title;
  const changed =
    modified_utc !== null &&
    html` <span class="soft">${text('changed:')} ${momentText(page, utc(modified_utc))}</span>`;
  return html`<li>
<h2><a href="${viewAddress(page, view, { id: String(id) })}">${name}</a></h2>
<p>${tag}${note}${start !== null && html` ${dayText(start, page.renderContext)}`}${changed}${isPublic && html` · <a href="${url}">${text('Look at it')}</a>`}</p>
</li>
`;
};

const utc = (moment: string): string => `${moment.replace(' ', 'T')}Z`;
