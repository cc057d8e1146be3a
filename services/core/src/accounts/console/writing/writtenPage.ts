import { readWrittenOfCalendar } from '@almanac/contracts';
import { can, capabilityFor } from '@almanac/identity';
import { type Html, html, type Piece, redirectTo } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { parameter, type SignedIn } from '../../sign-in/administrationPage.ts';
import { askAs } from '../askAs.ts';
import { actionForm, askFirst, hiddenFields, numberIn, viewAddress } from '../consoleForms.ts';
import { consoleAnswer, refusal } from '../consoleFrame.ts';
import { historyLink } from '../history/recordChooser.ts';
import { type Faults, fieldOf } from './fields.ts';
import type { Field, Form } from './form.ts';
import { titleText, type Writing, type Written } from './writing.ts';
import { listed } from './writtenList.ts';

const NO_FAULTS: Faults = new Map();

/** The records of a kind, one of them, a new one, or whether to put one into the trash. */
export const showWritten = async (page: SignedIn, writing: Writing): Promise<RestResponse> => {
  const id = numberIn(page, 'id');
  if (id !== undefined) return shownRecord(page, writing, id);
  if (parameter(page, 'action') !== 'new') return listed(page, writing);
  const fields = await writing.fields(page);
  return formAnswer(page, writing, { id: '', etag: '', form: writing.empty(page), fields });
};

/** A record as it is stored now, and its version as `If-Match` takes it. */
export const readWritten = async (page: SignedIn, { kind }: Pick<Writing, 'kind'>, id: number) => {
  const { body, refused, headers } = await askAs(page, readWrittenOfCalendar, { send: { kind, id } });
  return refused === undefined ? { written: body, etag: headers.get('etag') ?? '' } : { refused };
};

/** The form of a record that is there, or why it is not shown. */
export const shownRecord = async (
  page: SignedIn,
  writing: Writing,
  id: number,
  above?: Piece,
): Promise<RestResponse> => {
  const { written, etag, refused } = await readWritten(page, writing, id);
  if (refused !== undefined) return listed(page, writing, refusal(refused), refused.status);
  if (written.language !== page.renderContext.language) return inItsLanguage(page, writing, written);
  if (written.members.status === 'trash') return inTrash(page, writing, written, above);
  if (parameter(page, 'action') === 'trash' && page.request.method === 'GET')
    return confirmTrash(page, writing, written);
  const fields = await writing.fields(page, written);
  return formAnswer(page, writing, { id: String(id), etag, form: writing.formOf(written), fields, above, written });
};

/** A record is written on the pages of its own language. */
const inItsLanguage = (page: SignedIn, { view }: Writing, { id, language }: Written): RestResponse =>
  redirectTo(`${page.renderContext.baseUrl}/${language}/admin/${view.name}?id=${id}`);

const inTrash = (page: SignedIn, writing: Writing, written: Written, above: Piece): RestResponse => {
  const { text } = page.renderContext;
  const restore = actionForm(page, writing.view, {
    label: text('Take it out of the trash'),
    fields: { id: String(written.id), action: 'restore' },
  });
  const main = html`${above}<h2>${titleOf(writing, written)}</h2>
<p>${text('This is in the trash. Taken out of it, it is a draft again.')}</p>
${restore}<p>${allLink(page, writing)}</p>`;
  return consoleAnswer(page, writing.view, main, { query: `id=${written.id}` });
};

const confirmTrash = (page: SignedIn, writing: Writing, written: Written): RestResponse => {
  const { text } = page.renderContext;
  const asked = askFirst(page, writing.view, {
    question: text('Put “{title}” into the trash?', { title: titleOf(writing, written) }),
    consequence: writing.texts(page).trashQuestion,
    label: text('Put it into the trash'),
    fields: { id: String(written.id), action: 'trash' },
  });
  return consoleAnswer(page, writing.view, asked, { query: `id=${written.id}&action=trash` });
};

const titleOf = ({ title }: Writing, written: Written): string => titleText(written, title);

const allLink = (page: SignedIn, writing: Writing): Html =>
  html`<a href="${viewAddress(page, writing.view)}">${writing.texts(page).all}</a>`;

interface Shown {
  /** Empty for a new one. */
  readonly id: string;
  /** The version that was changed, so that nobody's change in between is lost. */
  readonly etag: string;
  readonly form: Form;
  readonly fields: readonly Field[];
  readonly faults?: Faults;
  readonly above?: Piece;
  readonly status?: number;
  /** What is stored. */
  readonly written?: Written | undefined;
}

/** A record with its form, and what is to be said above it. */
export const formAnswer = (page: SignedIn, writing: Writing, shown: Shown): RestResponse => {
  const { id, etag, form, fields, faults = NO_FAULTS, above, status = 200, written } = shown;
  const { text } = page.renderContext;
  const texts = writing.texts(page);
  const more = written !== undefined && moreLinks(page, writing, written);
  const main = html`${above}<h2>${id === '' ? texts.create : texts.change}</h2>
<form class="write" method="post" action="${viewAddress(page, writing.view)}">
${hiddenFields(page, { id, etag })}${fields.map((field) => fieldOf(field, { form, faults }))}<p class="choices"><button type="submit">${text('Save')}</button>
${allLink(page, writing)}${more}</p>
</form>
`;
  return consoleAnswer(page, writing.view, main, { status, query: id === '' ? 'action=new' : `id=${id}` });
};

const moreLinks = (page: SignedIn, { view, kind, type }: Writing, { id, members, url }: Written): Html => {
  const { text } = page.renderContext;
  const isPublished = members.status === 'publish';
  const mayTrash = can(page.user, capabilityFor(type, 'delete'));
  return html`${
    isPublished &&
    html`
<a href="${url}">${text('Look at it')}</a>`
  }${
    mayTrash &&
    html`
<a href="${viewAddress(page, view, { id: String(id), action: 'trash' })}">${text('Put it into the trash')}…</a>`
  }${historyLink(page, { kind, id: String(id) })}`;
};
