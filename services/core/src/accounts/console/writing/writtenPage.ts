import { can, capabilityFor } from '@almanac/identity';
import { type Html, homeAddress, html, type Piece, redirectTo } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { parameter, type SignedIn } from '../../sign-in/administrationPage.ts';
import { actionForm, askFirst, hiddenFields, numberIn, viewAddress } from '../consoleForms.ts';
import { consoleAnswer, refusal } from '../consoleFrame.ts';
import { historyLink } from '../history/recordChooser.ts';
import { confirmVersion, listVersions } from './earlierVersions.ts';
import { encodingOf, type Faults, fieldOf, type ShownForm } from './fields.ts';
import { handOverPage, jobPage, languageAsked } from './sendTranslation.ts';
import { toolbarScripts } from './toolbar/toolbar.ts';
import { aboutSource, begun, firstForm, type Translating } from './translating.ts';
import { HAND_OVER, JOB, type TranslationDesk, translationDesk } from './translationDesk.ts';
import { versionLinks } from './versionLinks.ts';
import { titleText, type Writing, type Written } from './writing.ts';
import { listed } from './writtenList.ts';

const NO_FAULTS: Faults = new Map();

/** Shows the records of a kind, one of them, the form of a new one, or the confirmation to move one to the trash. */
export const showWritten = async (page: SignedIn, writing: Writing): Promise<RestResponse> => {
  const id = numberIn(page, 'id');
  if (id !== undefined) return shownRecord(page, writing, id);
  if (parameter(page, 'action') !== 'new') return listed(page, writing);
  return newRecord(page, writing);
};

/** Shows the form of a new record; redirects to a version that already exists. */
const newRecord = async (page: SignedIn, writing: Writing): Promise<RestResponse> => {
  const { fields, translating, refused } = await begun(page, writing);
  if (refused !== undefined) return listed(page, writing, refusal(refused), refused.status);
  const source = translating?.source;
  if (source === undefined) return formAnswer(page, writing, { id: '', etag: '', form: writing.empty(page), fields });
  const there = source.translations[page.renderContext.language];
  if (there !== undefined) return redirectTo(viewAddress(page, writing.view, { id: String(there) }));
  if (source.members.status === 'trash') return inItsLanguage(page, writing, source);
  return formAnswer(page, writing, { id: '', etag: '', form: firstForm(page, writing, source), fields, translating });
};

/** Reads a record, and its version for `If-Match`. */
export const readWritten = async (page: SignedIn, { records }: Writing, id: number) => {
  const { body, refused, headers } = await records.read(page, id);
  return refused === undefined ? { written: body, etag: headers.get('etag') ?? '' } : { refused };
};

/** Returns the form of an existing record, or the reason why it is not shown. */
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
  const action = page.request.method === 'GET' ? parameter(page, 'action') : '';
  if (action === removalOf(writing)) return confirmRemoval(page, writing, written);
  if (action === 'versions') return listVersions(page, writing, written);
  if (action === 'bring-back') return confirmVersion(page, writing, written);
  const desk = await translationDesk(page, writing.element, written);
  const handed = desk && (await handedOver(page, writing, { written, desk, action }));
  if (handed !== undefined) return handed;
  const fields = await writing.fields(page, written);
  const form = writing.formOf(written);
  return formAnswer(page, writing, { id: String(id), etag, form, fields, above, written, desk });
};

/** Returns the pages for requesting a translation of a record. */
const handedOver = async (
  page: SignedIn,
  writing: Writing,
  { written, desk, action }: { readonly written: Written; readonly desk: TranslationDesk; readonly action: string },
): Promise<RestResponse | undefined> => {
  const language = languageAsked(page, written);
  if (language === undefined) return undefined;
  if (action === HAND_OVER && desk.manages) return handOverPage(page, writing, { written, desk, language });
  const job = desk.jobs.get(language);
  return action === JOB && job !== undefined ? jobPage(page, writing, { written, job, language }) : undefined;
};

/** Redirects to the page in the record's own language. */
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

/** Returns the kind of removal: to the trash, or permanent if the kind has none. */
export const removalOf = ({ type }: Writing): 'trash' | 'delete' => (type === undefined ? 'delete' : 'trash');

const confirmRemoval = (page: SignedIn, writing: Writing, written: Written): RestResponse => {
  const { text } = page.renderContext;
  const title = titleOf(writing, written);
  const action = removalOf(writing);
  const forGood = { question: text('Delete “{title}” for good?', { title }), label: text('Delete it for good') };
  const trashed = { question: text('Put “{title}” into the trash?', { title }), label: text('Put it into the trash') };
  const asked = askFirst(page, writing.view, {
    ...(action === 'delete' ? forGood : trashed),
    consequence: writing.texts(page).removal,
    fields: { id: String(written.id), action },
  });
  return consoleAnswer(page, writing.view, asked, { query: `id=${written.id}&action=${action}` });
};

const titleOf = ({ title }: Writing, written: Written): string => titleText(written, title);

const allLink = (page: SignedIn, writing: Writing): Html =>
  html`<a href="${viewAddress(page, writing.view)}">${writing.texts(page).all}</a>`;

interface Shown extends ShownForm {
  /** The record's id; empty for a new record. */
  readonly id: string;
  /** The key under which a new record is created once; absent: the form gets a new key. */
  readonly key?: string | undefined;
  /** The stored record. */
  readonly written?: Written | undefined;
  /** The record's data from the translation service. */
  readonly desk?: TranslationDesk | undefined;
  /** The source of a new version. */
  readonly translating?: Translating | undefined;
}

/** Returns the page with a record's form, below a notice. */
export const formAnswer = (page: SignedIn, writing: Writing, shown: Shown): RestResponse => {
  const { id, etag, form, fields, faults = NO_FAULTS, above, status = 200, written, desk, translating } = shown;
  const { text } = page.renderContext;
  const texts = writing.texts(page);
  const more = written !== undefined && moreLinks(page, writing, written);
  const main = html`${above}<h2>${id === '' ? texts.create : texts.change}</h2>
${translating && aboutSource(page, writing, translating)}<form class="write" method="post" action="${viewAddress(page, writing.view)}"${encodingOf(fields)}>
${hiddenFields(page, { id, etag, ...keyOf(page, shown), ...translationOf(translating) })}${fields.map((field) => fieldOf(field, { form, faults }))}<p class="choices"><button type="submit">${text('Save')}</button>
${allLink(page, writing)}${more}</p>
</form>
${written && versionLinks(page, writing.view, written, desk)}`;
  return consoleAnswer(page, writing.view, main, {
    status,
    query: new URLSearchParams(id === '' ? { action: 'new', ...translationOf(translating) } : { id }).toString(),
    scripts: toolbarScripts(page, fields),
  });
};

/** The field with the key in the form of a new record. */
export const KEY = 'key';

const keyOf = ({ core }: SignedIn, { id, key }: Pick<Shown, 'id' | 'key'>) =>
  id === '' ? { [KEY]: key || core.random(18).toString('base64url') } : {};

const translationOf = (translating: Translating | undefined): { readonly translation_of?: string } =>
  translating === undefined ? {} : { translation_of: String(translating.of) };

const moreLinks = (page: SignedIn, writing: Writing, written: Written): Html => {
  const { view, kind, type } = writing;
  const { id, members, url } = written;
  const { renderContext } = page;
  const { text } = renderContext;
  const link = (href: string, label: string) => html`
<a href="${href}">${label}</a>`;
  const own = (action: string) => viewAddress(page, view, { id: String(id), action });
  const preview = `${homeAddress(renderContext, renderContext.language)}?p=${id}&preview=true`;
  const removal = type === undefined ? text('Delete it') : text('Put it into the trash');
  return html`${(type === undefined || members.status === 'publish') && link(url, text('Look at it'))}${
    type !== undefined && link(preview, text('Preview'))
  }${link(own('versions'), text('Earlier versions'))}${
    mayRemove(page, writing, written) && link(own(removalOf(writing)), `${removal}…`)
  }${historyLink(page, { kind, id: String(id) })}`;
};

const mayRemove = ({ user }: SignedIn, { type }: Writing, written: Written): boolean =>
  type === undefined ? written.mayRemove === true : can(user, capabilityFor(type, 'delete'));
