import { isDeepStrictEqual } from 'node:util';
import { boolean } from '@almanac/rest';
import { type Author, plainTitle, shownText, textDigest, withoutMarkup } from '@almanac/text';
import { contentErrors } from '../errors.ts';
import { type FieldAction, noRules, type RulesInForce } from './rules.ts';

/** A text of a record that is translated, as it is stored. */
export interface Unit {
  /** `title`, `body`, `excerpt`, `name`, `description`, or `field-<name>-0`. */
  readonly id: string;
  readonly text: string;
}

/** A field whose text is translated (docs/interface/translation.md §9). */
export interface TranslatedField<Fields> {
  readonly unit: string;
  /** The name of a custom field, for the site's translation settings. */
  readonly name?: string;
  /** True if it is translated only when the settings say so. */
  readonly optional?: true;
  /** Returns the stored text; undefined if the members lack it, such as the changed members of an event. */
  textOf(members: Partial<Fields>): string | undefined;
  /** Returns the changes that a text makes in a record, cleaned for its author. @throws DomainError 400 */
  write(text: string, record: Fields, author: Author): Partial<Fields>;
  /** Returns the changes that copy the field from one record to another. */
  copy(from: Fields, to: Fields): Partial<Fields>;
}

/** Cleans a text before it is stored. */
export type CleanText = (text: string, author: Author) => string;

/** Returns the unit of a custom field. */
export const fieldUnit = (name: string): string => `field-${name}-0`;

type TextMember<Fields> = { [Name in keyof Fields]: Fields[Name] extends string | null ? Name : never }[keyof Fields];

/** Describes a field whose text is a member of the record. */
export const textMember = <Fields>(
  unit: string,
  member: TextMember<Fields>,
  clean: CleanText,
): TranslatedField<Fields> => ({
  unit,
  write: (text, _record, author) => {
    const changed: Partial<Fields> = {};
    return Object.assign(changed, { [member]: clean(text, author) });
  },
  copy: (from) => {
    const copy: Partial<Fields> = {};
    copy[member] = from[member];
    return copy;
  },
  textOf: (members) => {
    const text: unknown = members[member];
    return text === null ? '' : typeof text === 'string' ? text : undefined;
  },
});

/** Units that are shown without markup: a name that consists only of markup counts as blank. */
const NAMES: ReadonlySet<string> = new Set(['title', 'name']);

/** Attributes that people read, such as the description of a picture. */
const READ_ATTRIBUTES = /\s(?:alt|title|aria-label|placeholder)\s*=\s*(?:"[^"]*\p{L}|'[^']*\p{L})/iu;

/** The part of a long text that is read first: nearly every text shows a letter there. */
const FIRST_CHARACTERS = 10_000;
/** The part of a text in which a letter is looked for: hostile texts take about 0.3 µs a character. */
const SEARCHED_CHARACTERS = 65_536;

const showsLetter = (text: string): boolean => /\p{L}/u.test(shownText(withoutMarkup(text)));

/** True if readers of a text see a letter, or the text is too long to look; other texts are copied, not translated. */
const isUnit = (unit: string, text: string): boolean =>
  showsLetter(text.slice(0, FIRST_CHARACTERS)) ||
  text.length > SEARCHED_CHARACTERS ||
  showsLetter(text) ||
  (!NAMES.has(unit) && READ_ATTRIBUTES.test(text));

const withAction = <Fields>(
  fields: readonly TranslatedField<Fields>[],
  rules: RulesInForce,
  action: FieldAction,
): TranslatedField<Fields>[] =>
  fields.filter(({ name, optional }) => {
    const asked = name === undefined ? undefined : rules.actionOf(name);
    return asked === undefined ? action === 'translate' && optional !== true : asked === action;
  });

/** Returns the units of a record, in the order of its fields. */
export const unitsOf = <Fields>(
  fields: readonly TranslatedField<Fields>[],
  record: Partial<Fields>,
  rules: RulesInForce = noRules,
): Unit[] =>
  withAction(fields, rules, 'translate').flatMap(({ unit: id, textOf }) => {
    const text = textOf(record);
    return text !== undefined && isUnit(id, text) ? [{ id, text }] : [];
  });

const copied = <Fields>(fields: readonly TranslatedField<Fields>[], from: Fields, to: Fields): Partial<Fields> => {
  const changed: Partial<Fields> = {};
  for (const { copy } of fields) Object.assign(changed, copy(from, { ...to, ...changed }));
  return changed;
};

/** Returns a function that copies a change's fields to a version, as far as the rules copy them; undefined for none. */
export const followingFields = <Fields>(
  fields: readonly TranslatedField<Fields>[],
  rules: RulesInForce,
  { before, after }: { readonly before: Fields; readonly after: Fields },
): ((version: Fields) => Partial<Fields>) | undefined => {
  const changed = withAction(fields, rules, 'copy').filter(
    ({ copy }) => !isDeepStrictEqual(copy(before, before), copy(after, before)),
  );
  return changed.length === 0 ? undefined : (version) => copied(changed, after, version);
};

/** Returns the fields that a new version takes from its source: copied ones, and those copied once if none was sent. */
export const inheritedFields = <Fields>(
  fields: readonly TranslatedField<Fields>[],
  rules: RulesInForce,
  { source, sent }: { readonly source: Fields; readonly sent: Fields },
): Partial<Fields> => {
  const once = withAction(fields, rules, 'copy-once').filter(({ textOf }) => !textOf(sent));
  return copied([...withAction(fields, rules, 'copy'), ...once], source, sent);
};

/** Returns a source without the fields that the rules ignore: the start of a new translation. */
export const withoutIgnored = <State extends Fields, Fields>(
  fields: readonly TranslatedField<Fields>[],
  rules: RulesInForce,
  { source, blank }: { readonly source: State; readonly blank: Fields },
): State => ({ ...source, ...copied(withAction(fields, rules, 'ignore'), blank, source) });

/** Returns the hash of a text, by which an unchanged text is recognised; it ignores how letters are composed. */
export const unitHash = textDigest;

/** A record's finished translation: texts by unit, and their author. */
export interface TranslatedTexts {
  readonly texts: ReadonlyMap<string, string>;
  readonly author: Author;
}

const isBlank = (text: string): boolean => text.trim() === '';

const saysNothing = (unit: string, text: string): boolean => isBlank(NAMES.has(unit) ? plainTitle(text) : text);

/** Returns the changes that a translation makes in a record. @throws DomainError 400 for a text that is not storable */
export const translatedFields = <Fields>(
  fields: readonly TranslatedField<Fields>[],
  record: Fields,
  { texts, author }: TranslatedTexts,
): Partial<Fields> => {
  const changed: Partial<Fields> = {};
  for (const { unit, write, textOf } of fields) {
    const text = texts.get(unit);
    if (text === undefined) continue;
    Object.assign(changed, write(text, { ...record, ...changed }, author));
    if (saysNothing(unit, textOf({ ...record, ...changed }) ?? '') && !isBlank(text)) throw contentErrors.unitEmptied();
  }
  return changed;
};

/** The hashes of texts by unit; null for a text that is not translated. */
type UnitHashes = Readonly<Record<string, string | null>>;

/** Marks a change whose texts need no new translation. */
export interface MinorEdit {
  readonly minor?: true;
}

/** The argument that marks a change as a minor edit (docs/interface/translation.md §9). */
export const minorEditArg = {
  i18n_minor_edit: boolean({ description: 'True if the changed texts need no new translation.' }),
};

export const minorEdit = (minor: boolean | undefined): MinorEdit => (minor === true ? { minor } : {});

/** The texts that an event has changed. */
export interface ChangedTexts extends MinorEdit {
  /** The version of the record's stream at the event. */
  readonly version: number;
  readonly units: UnitHashes;
}

/** Returns the changed texts of an event for integration events; no member if no text has changed. */
export const changedTexts = <Fields>(
  fields: readonly TranslatedField<Fields>[],
  { version, data }: { readonly version: number; readonly data: Partial<Fields> & MinorEdit },
): { readonly texts?: ChangedTexts } => {
  const told = fields.flatMap(({ unit, textOf }) => {
    const text = textOf(data);
    return text === undefined ? [] : [[unit, isUnit(unit, text) ? unitHash(text) : null] as const];
  });
  return told.length === 0 ? {} : { texts: { version, units: Object.fromEntries(told), ...minorEdit(data.minor) } };
};
