import { changeMediumOfCore, deleteMediumOfCore } from '@almanac/contracts';
import type { DomainError } from '@almanac/i18n';
import { type Html, html, redirectTo } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { parameter, type SignedIn } from '../../sign-in/administrationPage.ts';
import { mediaView as view } from '../../sign-in/consoleViews.ts';
import { askAs } from '../askAs.ts';
import { numberIn, viewAddress } from '../consoleForms.ts';
import { notice, refusal } from '../consoleFrame.ts';
import { changedFields, type Field, type Form, sentForm } from '../writing/form.ts';
import { overtakenNotice } from '../writing/overtakenNotice.ts';
import { faultsOf, refusalAbove } from '../writing/refusedMembers.ts';
import { mediaList } from './mediaList.ts';
import { changesOf, mediumFields, mediumForm, type StoredMedium } from './mediumForm.ts';
import { confirmDeletion, mediumAnswer, readMedium, shownMedium } from './mediumPage.ts';
import { faultOfFile, storeFile } from './storeFile.ts';

const CHANGED_MEANWHILE = 412;

/** The parameter of an address that marks a file as just uploaded. */
const UPLOADED = 'uploaded';

/** Shows the pictures and files, one of them, or the confirmation to delete one. */
export const showMedia = (page: SignedIn): Promise<RestResponse> => {
  const id = numberIn(page, 'id');
  if (id === undefined) return mediaList(page);
  if (parameter(page, 'action') === 'delete') return confirmDeletion(page, id);
  return shownMedium(page, id, parameter(page, UPLOADED) === '' ? undefined : uploadedNotice(page));
};

/** Changes a picture or file by a form, deletes it, or stores a new one. */
export const actOnMedia = (page: SignedIn): Promise<RestResponse> => {
  const [action, id] = [parameter(page, 'action'), numberIn(page, 'id')];
  if (action === 'upload') return upload(page);
  if (id === undefined || (action !== '' && action !== 'delete')) return mediaList(page, { status: 400 });
  return action === 'delete' ? remove(page, id) : change(page, id);
};

const said = (sentence: string): Html => notice(html`<p>${sentence}</p>`);

const uploadedNotice = ({ renderContext: { text } }: SignedIn): Html =>
  said(text('It is uploaded. Say below what it shows, and save.'));

/** Stores a file and redirects to its form, so that reloading the page does not upload the file again. */
const upload = async (page: SignedIn): Promise<RestResponse> => {
  const { text } = page.renderContext;
  if (page.file === undefined) return mediaList(page, { status: 400, fault: text('No file was sent.') });
  const { id, refused } = await storeFile(page, page.file);
  if (refused !== undefined) return mediaList(page, { status: refused.status, fault: faultOfFile(page, refused) });
  return redirectTo(viewAddress(page, view, { id: String(id), [UPLOADED]: '1' }), 303);
};

const remove = async (page: SignedIn, id: number): Promise<RestResponse> => {
  const { refused } = await askAs(page, deleteMediumOfCore, { at: { id }, send: { force: true } });
  if (refused !== undefined) return mediaList(page, { above: refusal(refused), status: refused.status });
  return mediaList(page, { above: said(page.renderContext.text('It is deleted.')) });
};

interface Typed {
  readonly medium: StoredMedium;
  readonly etag: string;
  readonly form: Form;
  readonly fields: readonly Field[];
}

const change = async (page: SignedIn, id: number): Promise<RestResponse> => {
  const { medium, etag, refused: unread } = await readMedium(page, id);
  if (unread !== undefined) return mediaList(page, { above: refusal(unread), status: unread.status });
  const fields = await mediumFields(page, medium);
  const form = sentForm(page, fields);
  const send = changesOf(form, changedFields(form, mediumForm(medium), fields));
  const from = parameter(page, 'etag');
  const { refused } = await askAs(page, changeMediumOfCore, {
    at: { id },
    send,
    headers: { 'if-match': from || '""' },
  });
  if (refused === undefined) return shownMedium(page, id, said(page.renderContext.text('It is saved.')));
  if (refused.status === CHANGED_MEANWHILE) return overtaken(page, { medium, etag, form, fields });
  return refusedForm(page, { medium, etag: from, form, fields }, refused);
};

const refusedForm = (page: SignedIn, typed: Typed, error: DomainError): RestResponse =>
  mediumAnswer(page, {
    ...typed,
    faults: faultsOf(page, error),
    above: refusalAbove(page, error, typed.fields),
    status: error.status,
  });

/**
 * Another user has changed the medium meanwhile. Shows the typed values next to the stored ones; sending the form
 * again replaces the stored values.
 */
const overtaken = (page: SignedIn, typed: Typed): RestResponse => {
  const { form, fields, medium } = typed;
  const above = overtakenNotice(page, { form, fields, stored: mediumForm(medium) });
  return mediumAnswer(page, { ...typed, above, status: CHANGED_MEANWHILE });
};
