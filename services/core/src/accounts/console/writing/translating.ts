import { isLanguage } from '@almanac/i18n';
import { dayText, dayTimeSeparator, type Html, html, type Piece, timeText } from '@almanac/pages';
import type { InternalReply } from '@almanac/service';
import { parameter, type SignedIn } from '../../sign-in/administrationPage.ts';
import { numberIn, viewAddress } from '../consoleForms.ts';
import { type Field, type Form, SET, shownValue, textIn } from './form.ts';
import { versionAddress, writtenIn } from './versionLinks.ts';
import { titleText, type Writing, type Written } from './writing.ts';

/** What a new record is a version of. */
export interface Translating {
  readonly of: number;
  /** As it is stored; undefined where it cannot be read. */
  readonly source?: Written | undefined;
  /** All fields of the kind, with what the source can have there. */
  readonly all: readonly Field[];
}

/** A new record: its fields and, where it is to be a version of another, that one, or why that is not shown. */
export interface Begun {
  readonly fields: readonly Field[];
  readonly translating?: Translating;
  readonly refused?: InternalReply<Written>['refused'];
}

/** The id of what a new record is a version of; 0, which nothing has, for what is none. */
const sourceIn = (page: SignedIn): number | undefined =>
  parameter(page, 'translation_of') === '' ? undefined : (numberIn(page, 'translation_of') ?? 0);

/** @param isAway while the service does not answer, the fields alone are known */
export const begun = async (page: SignedIn, writing: Writing, isAway = false): Promise<Begun> => {
  const of = sourceIn(page);
  if (of === undefined) return { fields: await writing.fields(page, undefined, isAway) };
  const { body: source, refused } = isAway ? {} : await writing.records.read(page, of);
  const all = await writing.fields(page, source && withoutStatus(source), isAway);
  return { fields: ownFields(writing, all, source), translating: { of, source, all }, refused };
};

/** The state of the source offers a new version nothing. */
const withoutStatus = (source: Written): Written => ({ ...source, members: { ...source.members, status: '' } });

/** Those that a version has for itself; beside its texts stand the source's. */
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

/** Whether the texts are to be changed where they stand, rather than written beside the source's. */
const takesTexts = (page: SignedIn): boolean => parameter(page, 'texts') === 'copied';

/** Nothing that was typed is given up for them. */
const mayTakeTexts = (page: SignedIn): boolean => page.request.method === 'GET' && !takesTexts(page);

/** What a new version begins with. */
export const firstForm = (page: SignedIn, { empty, formOf, versions }: Writing, source: Written): Form => {
  const said = formOf(source);
  const names = takesTexts(page) ? [...versions.kept, ...versions.texts] : versions.kept;
  return new Map([...empty(page), ...names.map((name) => [name, said.get(name) ?? ''] as const)]);
};

/** Of what the new record is a version, and what it takes from there. */
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

/** A value in the words of the page. */
const factText = ({ renderContext }: SignedIn, form: Form, field: Field): string => {
  const value = textIn(form, field.name);
  if (field.control === 'flag') return value === SET ? renderContext.text('yes') : '';
  if (field.type !== 'datetime-local' || value === '') return shownValue(form, field);
  return `${dayText(value, renderContext)}${dayTimeSeparator(renderContext)}${timeText(value, renderContext)}`;
};
