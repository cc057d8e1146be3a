import type { Upcaster } from '@almanac/event-sourcing';
import type { Arg } from '@almanac/rest';
import type { Author } from '@almanac/text';
import type { z } from 'zod';
import { fieldUnit, type TranslatedField } from '../translations/units.ts';

/** A member of an interface through which a field is written and shown. */
export interface Member<Stored = unknown> {
  /** The name of the argument, and of the member in answers unless `shownAs` names another. */
  readonly name: string;
  readonly shownAs?: string;
  /** Without an argument clients of the interface cannot write the field. */
  readonly arg?: Arg<Stored>;
  /** The schema of the stored value in answers; absent if code beside the table shows the field, or nothing does. */
  readonly shown?: z.ZodType;
}

/** A member whose argument code beside the table reads: what is sent is not what is stored. */
export interface SpecialMember extends Member<never> {
  readonly arg?: never;
  readonly specialArg: Arg;
}

/** A field of a record, declared once. What commands, events, answers and translations need follows from it. */
export interface Field<Stored = unknown> {
  readonly schema: z.ZodType<Stored>;
  /** The value of records that never said another. */
  readonly default: Stored;
  /** True if all versions of a record have the same value (docs/interface/translation.md §3). */
  readonly copied: boolean;
  /** The name of its text among translated fields (docs/interface/translation.md §9); false if it has none. */
  readonly translated: string | false;
  /** Derived fields that go along where its text is copied to another version. */
  readonly carries?: readonly string[];
  /** Cleans a sent or translated text before it is stored. */
  clean?(text: string, author: Author): Stored;
  /** The schema version of the creating event that has the field first; absent for fields of its first version. */
  readonly since?: number;
}

/** The fields of a kind of record by their names; `Interface` are the keys of a field that hold its members. */
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

/** An object of entries; its members are those that the caller declares. */
const objectOf = <Members>(entries: readonly (readonly unknown[])[]): Members => Object.fromEntries(entries);

/** The fields that have a member in an interface, in the order of the table. */
const membersIn = <Key extends string, Fields extends RecordFields<Key>>(fields: Fields, key: Key) => {
  const found: { readonly name: Extract<keyof Fields, string>; readonly member: Member | SpecialMember }[] = [];
  for (const name in fields) {
    const member = fields[name]?.[key];
    if (member) found.push({ name, member });
  }
  return found;
};

/** A table, or the members of a record, with some of its entries first. */
export const ordered = <Members extends object>(
  members: Members,
  first: readonly (keyof Members & string)[],
): Members => objectOf([...first.map((name) => [name, members[name]]), ...Object.entries(members)]);

/** The values of a record that never said others. */
export const defaultsOf = <Fields extends RecordFields>(fields: Fields): StoredFields<Fields> =>
  objectOf(Object.entries(fields).map(([name, field]) => [name, field.default]));

/** All fields of a new record: those given, the others with their defaults. Other members are left out. */
export const newFields = <Stored>(fields: RecordFields, given: object): Stored => {
  const values = valuesOf(given);
  const entries = Object.entries(fields);
  return objectOf(entries.map(([name, field]) => [name, values.has(name) ? values.get(name) : field.default]));
};

/** The arguments of one interface, in the order of the table. */
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

/** The schemas of the members that answers of one interface have, in the order of the table. */
export const schemasOf = <Key extends string, Fields extends RecordFields<Key>>(
  fields: Fields,
  key: Key,
): Readonly<Record<string, z.ZodType>> =>
  objectOf(
    membersIn(fields, key).flatMap(({ member: { name, shownAs = name, shown } }) =>
      shown === undefined ? [] : [[shownAs, shown]],
    ),
  );

/** Makes what shows the stored values of a record in answers of one interface, in the order of the table. */
export const viewOf = <Key extends string, Fields extends RecordFields<Key>>(fields: Fields, key: Key) => {
  const shown = membersIn(fields, key).filter(({ member }) => member.shown !== undefined);
  return (record: StoredFields<Fields>): Readonly<Record<string, unknown>> =>
    objectOf(shown.map(({ name, member }) => [member.shownAs ?? member.name, record[name]]));
};

/** The stored values of a record by the names of one interface's arguments. */
export const writtenOf = <Key extends string, Fields extends RecordFields<Key>>(
  fields: Fields,
  key: Key,
  record: StoredFields<Fields>,
): Readonly<Record<string, unknown>> =>
  objectOf(membersIn(fields, key).map(({ name, member }) => [member.name, record[name]]));

/**
 * The fields that were sent by the names of one interface, texts cleaned as their author may write them. Left out are
 * members that code beside the table reads, what was not sent, and values that the field cannot store: members that no
 * argument declares are ignored.
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
      const stored = field.clean !== undefined && typeof value === 'string' ? field.clean(value, author) : value;
      return field.schema.safeParse(stored).success ? [[name, stored]] : [];
    }),
  );
};

/** The names that members have in one interface, by their names in another. */
export const namesOf = <From extends string, To extends string>(
  fields: RecordFields<From | To>,
  from: From,
  to: To,
): Readonly<Record<string, string>> =>
  objectOf(
    Object.values(fields).flatMap(({ [from]: one, [to]: other }) => (one && other ? [[one.name, other.name]] : [])),
  );

/** The names of the fields that all versions of a record have alike. */
export const copiedIn = <Fields extends RecordFields>(fields: Fields): Extract<keyof Fields, string>[] => {
  const names: Extract<keyof Fields, string>[] = [];
  for (const name in fields) if (fields[name]?.copied) names.push(name);
  return names;
};

/** The translated texts of a record, in the order of the table. */
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

/** The schema version of the creating event that has all fields. */
export const latestForm = (fields: RecordFields): number =>
  Math.max(1, ...Object.values(fields).map(({ since = 1 }) => since));

/** Upcasters of the creating event: each adds the fields of the next schema version with their defaults. */
export const addedFields = (fields: RecordFields): Upcaster[] =>
  Array.from({ length: latestForm(fields) - 1 }, (_, before) => {
    const added = Object.entries(fields).filter(([, { since }]) => since === before + 2);
    const defaults = Object.fromEntries(added.map(([name, field]) => [name, field.default]));
    return (data: object) => ({ ...defaults, ...data });
  });

/** The fields of which an option has a value. */
export type FieldsWith<Fields, Option extends string, Value> = {
  readonly [Name in keyof Fields as Fields[Name] extends { readonly [O in Option]: Value }
    ? Name
    : never]: Fields[Name];
};

/** The fields of which an option has a value, in the order of the table. */
export const fieldsWith = <
  Option extends string,
  const Value,
  Fields extends Readonly<Record<string, { readonly [O in Option]: unknown }>>,
>(
  fields: Fields,
  option: Option,
  value: Value,
): FieldsWith<Fields, Option, Value> => objectOf(Object.entries(fields).filter(([, field]) => field[option] === value));
