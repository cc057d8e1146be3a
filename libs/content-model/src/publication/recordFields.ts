import type { Upcaster } from '@almanac/event-sourcing';
import { can, type Principal } from '@almanac/identity';
import { type Arg, invalidParams, refusalOfLength } from '@almanac/rest';
import { type Author, LONG_TEXT_LENGTH, MAX_CONTENT_LENGTH, MAX_TITLE_LENGTH, storedContent } from '@almanac/text';
import type { z } from 'zod';
import { fieldUnit, type TranslatedField, unitHash } from '../translations/units.ts';

/** The member of an interface that reads and shows a field. */
export interface Member<Stored = unknown> {
  /** The name of the argument, and of the member in answers unless `shownAs` names another. */
  readonly name: string;
  readonly shownAs?: string;
  /** The argument that sets the field. Absent: clients of the interface cannot set it. */
  readonly arg?: Arg<Stored>;
  /** The schema of the stored value in answers. Absent: no answer shows it, or code outside the table does. */
  readonly shown?: z.ZodType;
}

/** A member whose argument is read by code outside the table, because the sent value is not the stored one. */
export interface SpecialMember extends Member<never> {
  readonly arg?: never;
  readonly specialArg: Arg;
}

/** A field of a record, declared once for commands, events, answers and translations. */
export interface Field<Stored = unknown> {
  readonly schema: z.ZodType<Stored>;
  /** The value of records that do not set it. */
  readonly default: Stored;
  /** True if all versions of a record have the same value (docs/interface/translation.md §3). */
  readonly copied: boolean;
  /** The name of its text among translated fields (docs/interface/translation.md §9); false if it has none. */
  readonly translated: string | false;
  /** Derived fields that are copied together with its text. */
  readonly carries?: readonly string[];
  /** Maximum characters of a sent text, default 1,000; longer texts that are already stored stay. */
  readonly maxLength?: number;
  /** Cleans a sent or translated text before it is stored. */
  clean?(text: string, author: Author): Stored;
  /** The first schema version of the creating event with this field; absent for fields of its first version. */
  readonly since?: number;
}

/** The fields of a kind of record by name; `Interface` lists the keys of a field that hold its members. */
export type RecordFields<Interface extends string = never> = Readonly<
  Record<string, Field & { readonly [Key in Interface]: Member | SpecialMember | null }>
>;

/** The stored values of a table's fields. */
export type StoredFields<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends { readonly schema: z.ZodType<infer Stored> } ? Stored : never;
};

type MemberOf<F, Key extends string> = F extends { readonly [K in Key]: infer M } ? M : never;

type ArgOf<M> = M extends { readonly specialArg: infer A extends Arg }
  ? A
  : M extends { readonly arg: infer A extends Arg }
    ? A
    : never;

type NameOf<M> = M extends { readonly name: infer Name extends string } ? Name : never;

/** The arguments of a table's fields in one interface, by their names. */
export type FieldArgs<Fields, Key extends string> = {
  readonly [Name in keyof Fields as [ArgOf<MemberOf<Fields[Name], Key>>] extends [never]
    ? never
    : NameOf<MemberOf<Fields[Name], Key>>]: ArgOf<MemberOf<Fields[Name], Key>>;
};

/** Returns an object of entries; the caller declares its members. */
const objectOf = <Members>(entries: readonly (readonly unknown[])[]): Members => Object.fromEntries(entries);

/** Returns the fields that have a member in an interface, in the order of the table. */
const membersIn = <Key extends string, Fields extends RecordFields<Key>>(fields: Fields, key: Key) => {
  const found: { readonly name: Extract<keyof Fields, string>; readonly member: Member | SpecialMember }[] = [];
  for (const name in fields) {
    const member = fields[name]?.[key];
    if (member) found.push({ name, member });
  }
  return found;
};

/** Returns a table, or the members of a record, with some entries moved to the front. */
export const ordered = <Members extends object>(
  members: Members,
  first: readonly (keyof Members & string)[],
): Members => objectOf([...first.map((name) => [name, members[name]]), ...Object.entries(members)]);

/** Returns the default value of every field. */
export const defaultsOf = <Fields extends RecordFields>(fields: Fields): StoredFields<Fields> =>
  objectOf(Object.entries(fields).map(([name, field]) => [name, field.default]));

/** Returns all fields of a new record: given ones, and defaults for the others. Drops members outside the table. */
export const newFields = <Stored>(fields: RecordFields, given: object): Stored => {
  const values = valuesOf(given);
  const entries = Object.entries(fields);
  return objectOf(entries.map(([name, field]) => [name, values.has(name) ? values.get(name) : field.default]));
};

/** Returns the arguments of one interface, in the order of the table. */
export const argsOf = <Key extends string, Fields extends RecordFields<Key>>(
  fields: Fields,
  key: Key,
): FieldArgs<Fields, Key> =>
  objectOf(
    membersIn(fields, key).flatMap(({ member }) => {
      const arg = 'specialArg' in member ? member.specialArg : member.arg;
      return arg === undefined ? [] : [[member.name, arg]];
    }),
  );

/** Returns the schemas of the members in answers of one interface, in the order of the table. */
export const schemasOf = <Key extends string, Fields extends RecordFields<Key>>(
  fields: Fields,
  key: Key,
): Readonly<Record<string, z.ZodType>> =>
  objectOf(
    membersIn(fields, key).flatMap(({ member: { name, shownAs = name, shown } }) =>
      shown === undefined ? [] : [[shownAs, shown]],
    ),
  );

/** Creates the function that shows a record's stored values in answers of one interface, in the order of the table. */
export const viewOf = <Key extends string, Fields extends RecordFields<Key>>(fields: Fields, key: Key) => {
  const shown = membersIn(fields, key).filter(({ member }) => member.shown !== undefined);
  return (record: StoredFields<Fields>): Readonly<Record<string, unknown>> =>
    objectOf(shown.map(({ name, member }) => [member.shownAs ?? member.name, record[name]]));
};

/** Returns the stored values of a record by the names of one interface's arguments. */
export const writtenOf = <Key extends string, Fields extends RecordFields<Key>>(
  fields: Fields,
  key: Key,
  record: StoredFields<Fields>,
): Readonly<Record<string, unknown>> =>
  objectOf(membersIn(fields, key).map(({ name, member }) => [member.name, record[name]]));

/** Depth of texts within the values of a request: in an object in a list, such as the venues of an event. */
const MAX_TEXT_DEPTH = 3;

const textsIn = (value: unknown, depth = MAX_TEXT_DEPTH): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth - 1));
};

/**
 * Returns the rights of a caller as an author of texts.
 * @param site the site's address, where content may come from the site's own host only
 */
export const authorOf = (principal: Principal, site?: string): Author => ({
  unfilteredHtml: can(principal, 'unfiltered_html'),
  ...(site !== undefined && { host: new URL(site).host }),
});

/**
 * Cleans and digests the long texts of a request without holding the event loop, so that `readFields` takes them as
 * cleaned, and events state their digests.
 */
export const prepareTexts = async (values: object, author: Author): Promise<void> => {
  // a text that no field allows is refused uncleaned
  const texts = textsIn(values).filter(({ length }) => length >= LONG_TEXT_LENGTH && length <= 2 * MAX_CONTENT_LENGTH);
  for (const text of texts) {
    if (!author.unfilteredHtml) await storedContent.prepare(text, author);
    await unitHash.prepare(storedContent(text, author));
  }
};

/**
 * Returns the fields that were sent by the names of one interface, with texts cleaned as their author may write them.
 * Leaves out missing fields, values that the field cannot store, and members that code outside the table reads. Ignores
 * members without a declared argument.
 * @throws InvalidParamsError for a text that is longer than its field allows
 */
export const readFields = <Stored, Key extends string>(
  fields: RecordFields<Key>,
  key: Key,
  { values, author }: { readonly values: object; readonly author: Author },
): Partial<Stored> => {
  const sent = valuesOf(values);
  return objectOf(
    membersIn(fields, key).flatMap(({ name, member }) => {
      const value = sent.get(member.name);
      const field = fields[name];
      if (value === undefined || field === undefined || 'specialArg' in member) return [];
      if (typeof value === 'string') requireLength(member.name, value, field.maxLength ?? MAX_TITLE_LENGTH);
      const stored = field.clean !== undefined && typeof value === 'string' ? field.clean(value, author) : value;
      return field.schema.safeParse(stored).success ? [[name, stored]] : [];
    }),
  );
};

const requireLength = (member: string, text: string, maxLength: number): void => {
  const refusal = refusalOfLength(text, maxLength);
  if (refusal !== undefined) throw invalidParams({ [member]: refusal });
};

/** Maps the names of members in one interface to their names in another. */
export const namesOf = <From extends string, To extends string>(
  fields: RecordFields<From | To>,
  from: From,
  to: To,
): Readonly<Record<string, string>> =>
  objectOf(
    Object.values(fields).flatMap(({ [from]: one, [to]: other }) => (one && other ? [[one.name, other.name]] : [])),
  );

/** Returns the names of the fields that all versions of a record share. */
export const copiedIn = <Fields extends RecordFields>(fields: Fields): Extract<keyof Fields, string>[] => {
  const names: Extract<keyof Fields, string>[] = [];
  for (const name in fields) if (fields[name]?.copied) names.push(name);
  return names;
};

/** Returns the translated texts of a record, in the order of the table. */
export const translatedIn = <Stored extends object>(fields: RecordFields): TranslatedField<Stored>[] =>
  Object.entries(fields).flatMap(([name, { translated, clean, carries = [] }]) => {
    if (translated === false) return [];
    const alike = [name, ...carries];
    const text: TranslatedField<Stored> = {
      unit: fieldUnit(translated),
      name: translated,
      textOf: (members) => textIn(valuesOf(members).get(name)),
      write: (sent, _record, author) => objectOf([[name, clean === undefined ? sent : clean(sent, author)]]),
      copy: (from) => objectOf(alike.map((each) => [each, valuesOf(from).get(each)])),
    };
    return [text];
  });

const valuesOf = (members: object): ReadonlyMap<string, unknown> => new Map(Object.entries(members));

const textIn = (value: unknown): string | undefined => {
  if (value === null) return '';
  return typeof value === 'string' ? value : undefined;
};

/** Returns the schema version of the creating event that has all fields. */
export const latestForm = (fields: RecordFields): number =>
  Math.max(1, ...Object.values(fields).map(({ since = 1 }) => since));

/** Returns upcasters of the creating event: each adds the fields of the next schema version with their defaults. */
export const addedFields = (fields: RecordFields): Upcaster[] =>
  Array.from({ length: latestForm(fields) - 1 }, (_, before) => {
    const added = Object.entries(fields).filter(([, { since }]) => since === before + 2);
    const defaults = Object.fromEntries(added.map(([name, field]) => [name, field.default]));
    return (data: object) => ({ ...defaults, ...data });
  });

/** The fields with a given value of an option. */
export type FieldsWith<Fields, Option extends string, Value> = {
  readonly [Name in keyof Fields as Fields[Name] extends { readonly [O in Option]: Value }
    ? Name
    : never]: Fields[Name];
};

/** Returns the fields with a given value of an option, in the order of the table. */
export const fieldsWith = <
  Option extends string,
  const Value,
  Fields extends Readonly<Record<string, { readonly [O in Option]: unknown }>>,
>(
  fields: Fields,
  option: Option,
  value: Value,
): FieldsWith<Fields, Option, Value> => objectOf(Object.entries(fields).filter(([, field]) => field[option] === value));
