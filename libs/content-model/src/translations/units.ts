import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@almanac/i18n';
import { type Author, normalizedText, plainTitle } from '@almanac/text';
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
  /** Of a custom field, which the site's configuration may name. */
  readonly name?: string;
  /** It is translated only where the configuration says so. */
  readonly optional?: true;
  /** The stored text; undefined where the members do not have it, as with those that an event has changed. */
  textOf(members: Partial<Fields>): string | undefined;
  /** What another text changes of a record, cleaned as its author's own writing is. @throws DomainError 400 */
  write(text: string, record: Fields, author: Author): Partial<Fields>;
  /** What makes it the same in one record as in another. */
  copy(from: Fields, to: Fields): Partial<Fields>;
}

/** How a text is cleaned before it is stored. */
export type CleanText = (text: string, author: Author) => string;

/** The unit of a custom field. */
export const fieldUnit = (name: string): string => `field-${name}-0`;

/** A custom field of a kind: the member that is its text. */
export const fieldMember = <Fields>(
  name: string,
  member: TextMember<Fields>,
  clean: CleanText,
): TranslatedField<Fields> => ({ ...textMember(fieldUnit(name), member, clean), name });

type TextMember<Fields> = { [Name in keyof Fields]: Fields[Name] extends string | null ? Name : never }[keyof Fields];

/** A member that is itself the text. */
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

/** What has no letter, or nothing, is no unit: it is copied. */
const isUnit = (text: string): boolean => /\p{L}/u.test(text);

const withAction = <Fields>(
  fields: readonly TranslatedField<Fields>[],
  rules: RulesInForce,
  action: FieldAction,
): TranslatedField<Fields>[] =>
  fields.filter(({ name, optional }) => {
    const asked = name === undefined ? undefined : rules.actionOf(name);
    return asked === undefined ? action === 'translate' && optional !== true : asked === action;
  });

/** The units of a record, in the order of its fields. */
export const unitsOf = <Fields>(
  fields: readonly TranslatedField<Fields>[],
  record: Partial<Fields>,
  rules: RulesInForce = noRules,
): Unit[] =>
  withAction(fields, rules, 'translate').flatMap(({ unit: id, textOf }) => {
    const text = textOf(record);
    return text !== undefined && isUnit(text) ? [{ id, text }] : [];
  });

const copied = <Fields>(fields: readonly TranslatedField<Fields>[], from: Fields, to: Fields): Partial<Fields> => {
  const changed: Partial<Fields> = {};
  for (const { copy } of fields) Object.assign(changed, copy(from, { ...to, ...changed }));
  return changed;
};

/** The fields that the rules have follow in every version, as far as a change of a record has changed them. */
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

/** What a new version that somebody writes has from its source by the rules, whatever was sent, or where nothing was. */
export const inheritedFields = <Fields>(
  fields: readonly TranslatedField<Fields>[],
  rules: RulesInForce,
  { source, sent }: { readonly source: Fields; readonly sent: Fields },
): Partial<Fields> => {
  const once = withAction(fields, rules, 'copy-once').filter(({ textOf }) => !textOf(sent));
  return copied([...withAction(fields, rules, 'copy'), ...once], source, sent);
};

/** A source without what the rules have neither translated nor copied: what a new translation begins with. */
export const withoutIgnored = <Fields>(
  fields: readonly TranslatedField<Fields>[],
  rules: RulesInForce,
  { source, blank }: { readonly source: Fields; readonly blank: Fields },
): Fields => ({ ...source, ...copied(withAction(fields, rules, 'ignore'), blank, source) });

/** By which a text is recognised without being told: of its letters, however they are composed. */
export const unitHash = (text: string): string => createHash('sha256').update(normalizedText(text)).digest('base64url');

/** A record's translation as it came back: texts by unit, and whose writing it is. */
export interface TranslatedTexts {
  readonly texts: ReadonlyMap<string, string>;
  readonly author: Author;
}

const isBlank = (text: string): boolean => text.trim() === '';

/** What records are called is shown without markup: whose writing is not cleaned names nothing by it either. */
const NAMES: ReadonlySet<string> = new Set(['title', 'name']);

const saysNothing = (unit: string, text: string): boolean => isBlank(NAMES.has(unit) ? plainTitle(text) : text);

/** A blank text translates nothing, and neither does one of which nothing is left, such as `<script></script>`. */
const emptiedUnit = (): DomainError =>
  new DomainError('i18n_unit_emptied', 400, 'Nothing is left of a translated text once it is cleaned.');

/** What a translation changes of a record. @throws DomainError 400 for a text that cannot be stored */
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
    if (saysNothing(unit, textOf({ ...record, ...changed }) ?? '') && !isBlank(text)) throw emptiedUnit();
  }
  return changed;
};

/** The hashes of texts, by unit; null for a text that is no unit. */
type UnitHashes = Readonly<Record<string, string | null>>;

/** Of a change: whoever made it says that its texts call for no new translation. */
export interface MinorEdit {
  readonly minor?: true;
}

export const minorEdit = (minor: boolean | undefined): MinorEdit => (minor === true ? { minor } : {});

/** Which texts an event has changed. */
export interface ChangedTexts extends MinorEdit {
  /** The version of the record's stream, which the event made. */
  readonly version: number;
  readonly units: UnitHashes;
}

/** What others are told of the texts among the members that an event has changed; nothing where there are none. */
export const changedTexts = <Fields>(
  fields: readonly TranslatedField<Fields>[],
  { version, data }: { readonly version: number; readonly data: Partial<Fields> & MinorEdit },
): { readonly texts?: ChangedTexts } => {
  const told = fields.flatMap(({ unit, textOf }) => {
    const text = textOf(data);
    return text === undefined ? [] : [[unit, isUnit(text) ? unitHash(text) : null] as const];
  });
  return told.length === 0 ? {} : { texts: { version, units: Object.fromEntries(told), ...minorEdit(data.minor) } };
};
