import { listTranslatorsOfTranslation, sendBatchToTranslation } from '@almanac/contracts';
import { type DomainError, isLanguage, type Language, languageRecord } from '@almanac/i18n';
import { can } from '@almanac/identity';
import { type Html, html } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { parameter, type SignedIn } from '../../sign-in/administrationPage.ts';
import { askAs } from '../askAs.ts';
import { hiddenFields, viewAddress } from '../consoleForms.ts';
import { consoleAnswer } from '../consoleFrame.ts';
import { fieldOf } from './fields.ts';
import { type Field, type Form, NOTHING, type Option, sentForm, textIn } from './form.ts';
import { faultsOf, refusalAbove } from './refusedMembers.ts';
import { HAND_OVER, JOB, jobText, type TranslationDesk, type TranslationJob } from './translationDesk.ts';
import { titleText, type Writing, type Written } from './writing.ts';

/** The option for the engine, in place of a translator. */
const ENGINE = 'engine';

/** Maximum number of translators that the form offers. */
const TRANSLATORS = 100;

/** Returns the requested language; undefined if it is that of the record. */
export const languageAsked = (page: SignedIn, { language }: Written): Language | undefined => {
  const asked = parameter(page, 'language');
  return isLanguage(asked) && asked !== language ? asked : undefined;
};

/**
 * Returns the translators for two languages. Administrators may translate without being listed
 * (docs/interface/translation-jobs.md §2).
 */
const translatorChoices = async (page: SignedIn, from: string, to: Language): Promise<Option[]> => {
  const { body = [] } = await askAs(page, listTranslatorsOfTranslation, { send: { page: 1, per_page: TRANSLATORS } });
  const people = body
    .filter(({ language_pairs }) => language_pairs[from]?.includes(to))
    .map(({ id, name }) => ({ value: String(id), label: name }));
  const self = { value: String(page.user.id), label: page.renderContext.text('me') };
  const isOffered = people.some(({ value }) => value === self.value);
  return can(page.user, 'manage_translations') && !isOffered ? [self, ...people] : people;
};

const fieldsOf = async (page: SignedIn, from: string, to: Language, hasEngine: boolean): Promise<Field[]> => {
  const { text } = page.renderContext;
  const anybody = { value: '', label: text('anybody who translates between these languages') };
  const engine = { value: ENGINE, label: text('the translation engine, by itself') };
  const people = await translatorChoices(page, from, to);
  return [
    {
      name: 'translator_id',
      label: text('Translated by'),
      control: 'choice',
      options: [anybody, ...people, ...(hasEngine ? [engine] : [])],
    },
    { name: 'deadline', label: text('Done by'), control: 'line', type: 'date' },
  ];
};

interface Asked {
  readonly written: Written;
  readonly desk: TranslationDesk;
  readonly language: Language;
}

interface Sent {
  readonly form: Form;
  readonly error: DomainError;
}

/** Shows the form for the translator of a record and the deadline. */
export const handOverPage = async (
  page: SignedIn,
  writing: Writing,
  { written, desk, language }: Asked,
  sent?: Sent,
): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const id = String(written.id);
  const fields = await fieldsOf(page, written.language, language, desk.engine);
  const shown = { form: sent?.form ?? NOTHING, faults: sent ? faultsOf(page, sent.error) : new Map<string, string>() };
  const title = titleText(written, writing.title);
  const main = html`${sent && refusalAbove(page, sent.error, fields)}
<h2>${text('Have “{title}” translated into {language}', { title, language: languageRecord(language).nativeName })}</h2>
<p>${text('Its texts are sent as they are saved now. The translation appears by itself once it is done.')}</p>
<form class="write" method="post" action="${viewAddress(page, writing.view)}">
${hiddenFields(page, { id, action: HAND_OVER, language })}${fields.map((field) => fieldOf(field, shown))}<p class="choices"><button type="submit">${text('Send it')}</button>
${backLink(page, writing, written)}</p>
</form>
`;
  const query = new URLSearchParams({ id, action: HAND_OVER, language }).toString();
  return consoleAnswer(page, writing.view, main, { query, status: sent?.error.status ?? 200 });
};

const backLink = (page: SignedIn, { view }: Writing, { id }: Written): Html =>
  html`<a href="${viewAddress(page, view, { id: String(id) })}">${page.renderContext.text('Back to the form')}</a>`;

/** Sends a record for translation by a form; shows the reason of a refusal. */
export const handOver = async (
  page: SignedIn,
  { element }: Writing,
  { id, language }: { readonly id: number; readonly language: Language },
): Promise<Sent | undefined> => {
  const form = sentForm(page, [
    { name: 'translator_id', label: '', control: 'choice' },
    { name: 'deadline', label: '', control: 'line' },
  ]);
  const [translator, deadline] = [textIn(form, 'translator_id'), textIn(form, 'deadline')];
  const byEngine = translator === ENGINE;
  const send = {
    elements: [{ type: element, id }],
    target_languages: [language],
    channel: byEngine ? ('ate' as const) : ('local' as const),
    automatic: byEngine,
    ...(/^\d{1,15}$/.test(translator) && { translator_id: Number(translator) }),
    ...(deadline !== '' && { deadline }),
  };
  const { refused } = await askAs(page, sendBatchToTranslation, { send });
  return refused && { form, error: refused };
};

/** Shows the state of a translation job. */
export const jobPage = (
  page: SignedIn,
  writing: Writing,
  { written, job, language }: Pick<Asked, 'written' | 'language'> & { readonly job: TranslationJob },
): RestResponse => {
  const { text } = page.renderContext;
  const title = titleText(written, writing.title);
  const main = html`<h2>${text('Translation of “{title}” into {language}', { title, language: languageRecord(language).nativeName })}</h2>
<dl class="facts">
${jobFacts(page, job).map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>\n`)}</dl>
<p class="choices">${job.view_url !== '' && html`<a href="${job.view_url}">${text('Look at it')}</a>\n`}${backLink(page, writing, written)}</p>
`;
  const query = new URLSearchParams({ id: String(written.id), action: JOB, language }).toString();
  return consoleAnswer(page, writing.view, main, { query });
};

const jobFacts = (page: SignedIn, job: TranslationJob): (readonly [string, string])[] => {
  const { text } = page.renderContext;
  const { is_ate_job, translator_name, deadline, overdue } = job;
  const people = translator_name === '' ? text('anybody who translates between these languages') : translator_name;
  const by = is_ate_job ? text('the translation engine, by itself') : people;
  const until = overdue ? text('{day}, which is over', { day: deadline }) : deadline;
  return [
    [text('State'), jobText(page, job)],
    [text('Translated by'), job.translation_service_id === 'local' ? by : text('an agency')],
    [text('Sent on'), job.sent_date],
    ...(deadline === '' ? [] : [[text('Done by'), until] as const]),
    [text('Sent as'), `${job.batch.name} · ${job.id}`],
  ];
};
