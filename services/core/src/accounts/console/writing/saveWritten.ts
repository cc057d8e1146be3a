import { setTimeout as sleep } from 'node:timers/promises';
import { restoreWrittenOfMisc } from '@almanac/contracts';
import type { DomainError } from '@almanac/i18n';
import { type Html, html } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { ServiceUnavailableError } from '@almanac/service';
import { parameter, type SignedIn } from '../../sign-in/administrationPage.ts';
import { askAs } from '../askAs.ts';
import { numberIn } from '../consoleForms.ts';
import { notice, refusal } from '../consoleFrame.ts';
import { restoredNotice } from '../history/restoredNotice.ts';
import { changedFields, type Field, type Form, NOTHING, sentForm } from './form.ts';
import { withNewPicture } from './newPicture.ts';
import { overtakenNotice } from './overtakenNotice.ts';
import { faultsOf, refusalAbove } from './refusedMembers.ts';
import { handOver, handOverPage, languageAsked } from './sendTranslation.ts';
import { begun, type Translating } from './translating.ts';
import { HAND_OVER, translationDesk } from './translationDesk.ts';
import type { Writing, Written } from './writing.ts';
import { listed } from './writtenList.ts';
import { formAnswer, KEY, readWritten, removalOf, shownRecord } from './writtenPage.ts';

const CHANGED_MEANWHILE = 412;

/** Saves a form, or runs the requested action on a record. */
export const actOnWritten = async (page: SignedIn, writing: Writing): Promise<RestResponse> => {
  const [action, id] = [parameter(page, 'action'), numberIn(page, 'id')];
  if (action === '') return save(page, writing, id);
  if (id === undefined) return listed(page, writing, undefined, 400);
  if (action === removalOf(writing)) return remove(page, writing, id);
  if (action === HAND_OVER) return sendOff(page, writing, id);
  if (action === 'bring-back') return bringBack(page, writing, id);
  return action === 'restore' && writing.type !== undefined
    ? restore(page, writing, id)
    : shownRecord(page, writing, id);
};

const said = (sentence: string): Html => notice(html`<p>${sentence}</p>`);

/** Saves a form. A new picture is stored first, and stays chosen if the rest is refused. */
const save = async (sent: SignedIn, writing: Writing, id: number | undefined): Promise<RestResponse> => {
  const { page, refused } = await withNewPicture(sent, writing.picture);
  return id === undefined ? create(page, writing, refused) : change(page, writing, id, refused);
};

const create = async (page: SignedIn, writing: Writing, unfit: DomainError | undefined): Promise<RestResponse> => {
  const asked = await attempt(begun(page, writing));
  const { fields, translating } = 'away' in asked ? await begun(page, writing, true) : asked;
  const form = sentForm(page, fields);
  const key = parameter(page, KEY);
  const typed = { id: '', etag: '', key, form, fields, translating };
  if ('away' in asked) return whileAway(page, writing, typed, asked.away);
  if (unfit !== undefined) return refusedForm(page, writing, typed, unfit);
  const filled = new Set(changedFields(form, NOTHING, fields).map(({ name }) => name));
  const send = { ...writing.toSend(form, filled), ...(translating && { translation_of: translating.of }) };
  const saved = await attempt(saveOnce(page, writing, { send, key }));
  if ('away' in saved) return whileAway(page, writing, typed, saved.away);
  if (saved.refused === undefined) return shownRecord(page, writing, saved.body.id, said(writing.texts(page).saved));
  if (MADE_BEFORE.has(saved.refused.code)) return madeBefore(page, writing, typed);
  return refusedForm(page, writing, typed, saved.refused);
};

/** Error codes for a key under which a record was already created, and whose answer cannot be requested again. */
const MADE_BEFORE = new Set(['rest_idempotency_key_reused', 'rest_idempotency_answer_lost']);
const STILL_MADE = 'rest_idempotency_key_running';

/**
 * Maximum number of attempts, and milliseconds between them, while an earlier request with the same form is running.
 */
const [ASKED, AGAIN] = [20, 250];

/** Creates a record once, even if its form is sent several times: by a second click, or after a missing answer. */
const saveOnce = async (
  page: SignedIn,
  { records }: Writing,
  { send, key }: { readonly send: Readonly<Record<string, unknown>>; readonly key: string },
) => {
  let saved = await records.save(page, send, { key });
  for (let asked = 1; saved.refused?.code === STILL_MADE && asked < ASKED; asked++) {
    await sleep(AGAIN);
    saved = await records.save(page, send, { key });
  }
  return saved;
};

/**
 * Returns the page for a form that was saved before with other values: the typed values stay, and sending them again
 * creates another record.
 */
const madeBefore = (page: SignedIn, writing: Writing, { key: _, ...typed }: Typed): RestResponse => {
  const sentence = page.renderContext.text(
    'This form was saved already, as it was then: look for it in the list. What you have changed since is not saved; saved again, this makes another.',
  );
  return formAnswer(page, writing, { ...typed, above: notice(html`<p>${sentence}</p>`, true), status: 409 });
};

const change = async (
  page: SignedIn,
  writing: Writing,
  id: number,
  unfit: DomainError | undefined,
): Promise<RestResponse> => {
  const { fields, away, written, etag } = await fieldsOf(page, writing, id);
  const form = sentForm(page, fields);
  const typed = { id: String(id), etag: parameter(page, 'etag'), form, fields };
  if (away !== undefined) return whileAway(page, writing, typed, away);
  if (written === undefined) return shownRecord(page, writing, id);
  if (unfit !== undefined) return refusedForm(page, writing, typed, unfit);
  const changed = new Set(changedFields(form, writing.formOf(written), fields).map(({ name }) => name));
  const send = writing.toSend(form, changed, written);
  const saved = await attempt(writing.records.save(page, send, { id, etag: typed.etag || '""' }));
  if ('away' in saved) return whileAway(page, writing, typed, saved.away);
  if (saved.refused === undefined) return shownRecord(page, writing, id, said(writing.texts(page).saved));
  if (saved.refused.status !== CHANGED_MEANWHILE) return refusedForm(page, writing, typed, saved.refused);
  // the form was sent twice: by a second click, or after a missing answer
  if (changed.size === 0) return shownRecord(page, writing, id, said(writing.texts(page).saved));
  return overtaken(page, writing, { ...typed, etag, written });
};

interface Typed {
  readonly id: string;
  readonly etag: string;
  readonly key?: string;
  readonly form: Form;
  readonly fields: readonly Field[];
  readonly translating?: Translating | undefined;
}

/**
 * Returns the fields by which a form is read. If the service is unavailable they have no options, so that no typed
 * value is lost.
 */
const fieldsOf = async (page: SignedIn, writing: Writing, id: number) => {
  const asked = await attempt(
    (async () => {
      const { written, etag = '' } = await readWritten(page, writing, id);
      return { fields: await writing.fields(page, written), written, etag, away: undefined };
    })(),
  );
  if (asked.away === undefined) return asked;
  const fields = await writing.fields(page, undefined, true);
  return { fields, written: undefined, etag: '', away: asked.away };
};

/** Returns the answer of a request, or the error that the service is unavailable. */
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

/**
 * Another user has changed the record meanwhile. The typed values stay; sending the form again replaces the stored
 * values.
 */
const overtaken = (page: SignedIn, writing: Writing, typed: Typed & { readonly written: Written }): RestResponse => {
  const { form, fields, written } = typed;
  const above = overtakenNotice(page, { form, fields, stored: writing.formOf(written) });
  return formAnswer(page, writing, { ...typed, above, status: CHANGED_MEANWHILE });
};

const remove = async (page: SignedIn, writing: Writing, id: number): Promise<RestResponse> => {
  const { refused } = await writing.records.remove(page, id);
  if (refused !== undefined) return listed(page, writing, refusal(refused), refused.status);
  if (writing.type === undefined) return listed(page, writing, said(page.renderContext.text('It is deleted.')));
  return shownRecord(page, writing, id);
};

const restore = async (page: SignedIn, writing: Writing, id: number): Promise<RestResponse> => {
  const { refused } = await writing.records.save(page, { status: 'draft' }, { id });
  if (refused !== undefined) return listed(page, writing, refusal(refused), refused.status);
  return shownRecord(page, writing, id, said(page.renderContext.text('It is out of the trash, as a draft.')));
};

/** Requests the translation of a record. */
const sendOff = async (page: SignedIn, writing: Writing, id: number): Promise<RestResponse> => {
  const { written, refused } = await readWritten(page, writing, id);
  if (refused !== undefined) return listed(page, writing, refusal(refused), refused.status);
  const language = languageAsked(page, written);
  if (language === undefined) return listed(page, writing, undefined, 400);
  const unsent = await handOver(page, writing, { id, language });
  if (unsent === undefined)
    return shownRecord(page, writing, id, said(page.renderContext.text('It is sent to be translated.')));
  const desk = await translationDesk(page, writing.element, written);
  if (desk?.manages !== true) return listed(page, writing, refusal(unsent.error), unsent.error.status);
  return handOverPage(page, writing, { written, desk, language }, unsent);
};

/** Restores a record to an earlier version. */
const bringBack = async (page: SignedIn, writing: Writing, id: number): Promise<RestResponse> => {
  const send = { kind: writing.kind, id: String(id), version: numberIn(page, 'version') ?? 0 };
  const { body, refused } = await askAs(page, restoreWrittenOfMisc, { send });
  if (refused !== undefined) return listed(page, writing, refusal(refused), refused.status);
  return shownRecord(page, writing, id, restoredNotice(page, body));
};
