import type { DomainError } from '@almanac/domain';
import { type Html, html } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { ServiceUnavailableError } from '@almanac/service';
import { parameter, type SignedIn } from '../../sign-in/administrationPage.ts';
import { askAs } from '../askAs.ts';
import { numberIn } from '../consoleForms.ts';
import { notice, refusal } from '../consoleFrame.ts';
import { changeTable } from '../history/changeTable.ts';
import { changedFields, type Field, type Form, sentForm, shownValue } from './form.ts';
import { faultsOf, refusalAbove } from './refusedMembers.ts';
import type { Writing, Written } from './writing.ts';
import { listed } from './writtenList.ts';
import { formAnswer, readWritten, shownRecord } from './writtenPage.ts';

const CHANGED_MEANWHILE = 412;

/** Saves a form, or does to a record what is asked for. */
export const actOnWritten = async (page: SignedIn, writing: Writing): Promise<RestResponse> => {
  const [action, id] = [parameter(page, 'action'), numberIn(page, 'id')];
  if (action === '') return id === undefined ? create(page, writing) : change(page, writing, id);
  if (id === undefined) return listed(page, writing, undefined, 400);
  if (action === 'trash') return trash(page, writing, id);
  return action === 'restore' ? restore(page, writing, id) : shownRecord(page, writing, id);
};

const said = (sentence: string): Html => notice(html`<p>${sentence}</p>`);

const create = async (page: SignedIn, writing: Writing): Promise<RestResponse> => {
  const { fields, away } = await fieldsOf(page, writing);
  const form = sentForm(page, fields);
  if (away !== undefined) return whileAway(page, writing, { id: '', etag: '', form, fields }, away);
  const filled = new Set(changedFields(form, new Map(), fields).map(({ name }) => name));
  const saved = await attempt(askAs(page, writing.routes.create, { send: writing.toSend(form, filled) }));
  if ('away' in saved) return whileAway(page, writing, { id: '', etag: '', form, fields }, saved.away);
  if (saved.refused === undefined) return shownRecord(page, writing, saved.body.id, said(writing.texts(page).saved));
  return refusedForm(page, writing, { id: '', etag: '', form, fields }, saved.refused);
};

const change = async (page: SignedIn, writing: Writing, id: number): Promise<RestResponse> => {
  const { fields, away, written, etag } = await fieldsOf(page, writing, id);
  const form = sentForm(page, fields);
  const typed = { id: String(id), etag: parameter(page, 'etag'), form, fields };
  if (away !== undefined) return whileAway(page, writing, typed, away);
  if (written === undefined) return shownRecord(page, writing, id);
  const changed = new Set(changedFields(form, writing.formOf(written), fields).map(({ name }) => name));
  const send = writing.toSend(form, changed, written);
  const headers = { 'if-match': typed.etag || '""' };
  const saved = await attempt(askAs(page, writing.routes.change, { at: { id }, send, headers }));
  if ('away' in saved) return whileAway(page, writing, typed, saved.away);
  if (saved.refused === undefined) return shownRecord(page, writing, id, said(writing.texts(page).saved));
  if (saved.refused.status === CHANGED_MEANWHILE) return overtaken(page, writing, { ...typed, etag, written });
  return refusedForm(page, writing, typed, saved.refused);
};

interface Typed {
  readonly id: string;
  readonly etag: string;
  readonly form: Form;
  readonly fields: readonly Field[];
}

/** What a form is read with; where the calendar is away its fields come without what can be chosen, so that nothing typed is lost. */
const fieldsOf = async (page: SignedIn, writing: Writing, id?: number) => {
  const asked = await attempt(
    (async () => {
      const found = id === undefined ? {} : await readWritten(page, writing, id);
      const { written, etag = '' } = found as { readonly written?: Written; readonly etag?: string };
      return { fields: await writing.fields(page, written), written, etag, away: undefined };
    })(),
  );
  if (asked.away === undefined) return asked;
  const fields = await writing.fields(page, undefined, true);
  return { fields, written: undefined, etag: '', away: asked.away };
};

/** What was answered, or that the service is away. */
const attempt = async <Answer extends object>(
  asked: Promise<Answer>,
): Promise<Answer | { readonly away: ServiceUnavailableError }> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ServiceUnavailableError) return { away: error };
    throw error;
  }
};

const whileAway = (page: SignedIn, writing: Writing, typed: Typed, away: ServiceUnavailableError): RestResponse => {
  const above = notice(html`<p>${page.renderContext.text(away.message)}</p>`, true);
  return formAnswer(page, writing, { ...typed, above, status: away.status });
};

const refusedForm = (page: SignedIn, writing: Writing, typed: Typed, error: DomainError): RestResponse =>
  formAnswer(page, writing, {
    ...typed,
    faults: faultsOf(page, error),
    above: refusalAbove(page, error, typed.fields),
    status: error.status,
  });

/** Somebody was faster: what was typed stays beside what is stored, and replaces it if it is sent again. */
const overtaken = (page: SignedIn, writing: Writing, typed: Typed & { readonly written: Written }): RestResponse => {
  const { text } = page.renderContext;
  const { form, fields, written } = typed;
  const stored = writing.formOf(written);
  const differences = changedFields(form, stored, fields).map((field) => ({
    member: field.label,
    before: shownValue(stored, field),
    after: shownValue(form, field),
  }));
  const sentence = text(
    'Somebody has changed this meanwhile; nothing was saved. What you wrote is below: saved again, it replaces what is stored.',
  );
  const table = changeTable(page, differences, { before: text('Stored'), after: text('Written by you') });
  const above = notice(html`<p>${sentence}</p>${table}`, true);
  return formAnswer(page, writing, { ...typed, above, status: CHANGED_MEANWHILE });
};

const trash = async (page: SignedIn, writing: Writing, id: number): Promise<RestResponse> => {
  const { refused } = await askAs(page, writing.routes.trash, { at: { id } });
  if (refused !== undefined) return listed(page, writing, refusal(refused), refused.status);
  return shownRecord(page, writing, id);
};

const restore = async (page: SignedIn, writing: Writing, id: number): Promise<RestResponse> => {
  const { refused } = await askAs(page, writing.routes.change, { at: { id }, send: { status: 'draft' } });
  if (refused !== undefined) return listed(page, writing, refusal(refused), refused.status);
  return shownRecord(page, writing, id, said(page.renderContext.text('It is out of the trash, as a draft.')));
};
