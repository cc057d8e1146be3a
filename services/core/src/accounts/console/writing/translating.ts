import { isLanguage } from '@almanac/i18n';
import { dayText, dayTimeSeparator, type Html, html, type Piece, timeText } from '@almanac/pages';
import type { InternalReply } from '@almanac/service';
import { parameter, type SignedIn } from '../../sign-in/administrationPage.ts';
import { numberIn, viewAddress } from '../consoleForms.ts';
import { type Field, type Form, SET, shownValue, textIn } from './form.ts';
import { versionAddress, writtenIn } from './versionLinks.ts';
import { titleText, type Writing, type Written } from './writing.ts';

/** The source of which a new record is a version. */
export interface Translating {
  readonly of: number;
  /** The stored source; undefined if the user cannot read it. */
  readonly source?: Written | undefined;
  /** All fields of the kind, with the options of the source. */
  readonly all: readonly Field[];
}

/** A new record: its fields and, for a version of another record, that record, or the reason why it is not shown. */
export interface Begun {
  readonly fields: readonly Field[];
  readonly translating?: Translating;
  readonly refused?: InternalReply<Written>['refused'];
}

/** Returns the id of the source of a new version; 0, which no record has, for an invalid id. */
const sourceIn = (page: SignedIn): number | undefined =>
  parameter(page, 'translation_of') === '' ? undefined : (numberIn(page, 'translation_of') ?? 0);

/** @param isAway true while the service does not answer: then only the fields are known */
export const begun = async (page: SignedIn, writing: Writing, isAway = false): Promise<Begun> => {
  const of = sourceIn(page);
  if (of === undefined) return { fields: await writing.fields(page, undefined, isAway) };
  const { body: source, refused } = isAway ? {} : await writing.records.read(page, of);
  const all = await writing.fields(page, source && withoutStatus(source), isAway);
  return { fields: ownFields(writing, all, source), translating: { of, source, all }, refused };
};

/** Returns the source without its status, which a new version does not take. */
const withoutStatus = (source: Written): Written => ({ ...source, members: { ...source.members, status: '' } });

/** Returns the fields of a version's own, with the source's texts next to its texts. */
const ownFields = ({ versions, formOf }: Writing, all: readonly Field[], source?: Written): Field[] => {
  const taken = new Set([...versions.alike, ...versions.first]);
  const own = all.filter(({ name }) => !taken.has(name));
  if (source === undefined) return own;
  const said = formOf(source);
  return own.map((field) =>
    versions.texts.includes(field.name)
      ? { ...field, source: { text: textIn(said, field.name), language: source.language } }
      : field,
  );
};

/** True if the form starts with copies of the source's texts, instead of empty fields next to them. */
const takesTexts = (page: SignedIn): boolean => parameter(page, 'texts') === 'copied';

/** True if the page may offer to copy the source's texts: no typed values would be lost. */
const mayTakeTexts = (page: SignedIn): boolean => page.request.method === 'GET' && !takesTexts(page);

/** Returns the initial values of a new version. */
export const firstForm = (page: SignedIn, { empty, formOf, versions }: Writing, source: Written): Form => {
  const said = formOf(source);
  const names = takesTexts(page) ? [...versions.kept, ...versions.texts] : versions.kept;
  return new Map([...empty(page), ...names.map((name) => [name, said.get(name) ?? ''] as const)]);
};

/** Renders the source of a new version, and the values that the version takes from it. */
export const aboutSource = (page: SignedIn, writing: Writing, { of, source, all }: Translating): Piece => {
  if (source === undefined) return undefined;
  const { text } = page.renderContext;
  const { view, title, versions } = writing;
  const address = isLanguage(source.language)
    ? versionAddress(page, view, source.language, { id: String(of) })
    : viewAddress(page, view, { id: String(of) });
  const copies = viewAddress(page, view, { action: 'new', translation_of: String(of), texts: 'copied' });
  const labels = all.filter(({ name }) => versions.first.includes(name)).map(({ label }) => label);
  return html`<p>${text('Translation of:')} <a href="${address}" ${writtenIn(source.language)}>${titleText(source, title)}</a></p>
${alikeFacts(page, writing, all, source)}${
  labels.length > 0 &&
  html`<p>${text('These are taken from there, and can be changed once the translation is saved: {names}.', { names: labels.join(', ') })}</p>\n`
}${mayTakeTexts(page) && html`<p><a href="${copies}">${text('Begin with copies of the texts')}</a></p>\n`}`;
};

const alikeFacts = (
  page: SignedIn,
  { versions, formOf }: Writing,
  all: readonly Field[],
  source: Written,
): Html | undefined => {
  const said = formOf(source);
  const facts = all
    .filter(({ name }) => versions.alike.includes(name))
    .map((field) => ({ label: field.label, value: factText(page, said, field) }))
    .filter(({ value }) => value !== '');
  if (facts.length === 0) return undefined;
  return html`<p>${page.renderContext.text('All versions have this alike:')}</p>
<dl class="facts">
${facts.map(({ label, value }) => html`<dt>${label}</dt><dd>${value}</dd>\n`)}</dl>
`;
};

/** Returns a value as text of the page. */
const factText = ({ renderContext }: SignedIn, form: Form, field: Field): string => {
  const value = textIn(form, field.name);
  if (field.control === 'flag') return value === SET ? renderContext.text('yes') : '';
  if (field.type !== 'datetime-local' || value === '') return shownValue(form, field);
  return `${dayText(value, renderContext)}${dayTimeSeparator(renderContext)}${timeText(value, renderContext)}`;
};
