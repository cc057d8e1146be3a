import {
  authorOf,
  type Field,
  type Member,
  prepareTexts,
  type RecordFields,
  readFields,
  type SpecialMember,
  type StoredFields,
} from '@almanac/content-model';
import type { Principal } from '@almanac/identity';
import { contextsOf, requiredMember, type SchemaMember, writableMember } from '@almanac/rest';
import type { z } from 'zod';
import type { Context } from './requestArgs.ts';

/** A field of a post, a medium, a term or a user. */
export interface CoreField<Stored = unknown> extends Field<Stored> {
  /** Its member in `core/v2`. */
  readonly v2: (Member | SpecialMember) & {
    /** The first letters of the contexts whose answers show it: `vem` is view, edit and embed. */
    readonly contexts: string;
    /** True if code beside the table shows it, in a form or at a place of its own. */
    readonly specialView?: true;
  };
}

/** The fields of a kind of record. */
export type CoreTable = RecordFields<'v2'> & Readonly<Record<string, CoreField>>;

/** Declares a field by the schema of its stored value, which answers show unless `shown` names another. */
export const field = <Stored, const Options extends Omit<CoreField<Stored>, 'schema' | 'copied' | 'translated'>>(
  schema: z.ZodType<Stored>,
  options: Options,
) => ({ copied: false, translated: false, ...options, schema }) as const;

/** Creates the function that shows the members that answers contain as they are stored, in the order of the table. */
export const plainView = <Fields extends CoreTable>(fields: Fields) => {
  const plain: { readonly name: keyof Fields & string; readonly shownAs: string; readonly contexts: string[] }[] = [];
  for (const name in fields) {
    const v2 = fields[name]?.v2;
    if (v2 === undefined || v2.specialView || 'specialArg' in v2) continue;
    plain.push({ name, shownAs: v2.name, contexts: contextsOf(v2.contexts) });
  }
  return (record: StoredFields<Fields>, context: Context): Record<string, unknown> =>
    Object.fromEntries(
      plain.filter(({ contexts }) => contexts.includes(context)).map(({ name, shownAs }) => [shownAs, record[name]]),
    );
};

/** Returns the published members of a record's schema, in the order of the table. */
export const schemaMembers = (fields: CoreTable): Readonly<Record<string, SchemaMember>> =>
  Object.fromEntries(
    Object.values(fields).flatMap(({ schema, v2 }) => {
      const arg = 'specialArg' in v2 ? v2.specialArg : v2.arg;
      if (arg === undefined) return [];
      const member = writableMember(arg, v2.contexts, v2.shown ?? schema);
      return [[v2.name, arg.required ? requiredMember(member) : member]];
    }),
  );

interface SentArgs {
  readonly args: object;
  readonly principal: Principal;
  readonly site: string;
}

/** Cleans the long texts of a request without holding the event loop, so that `sentFields` takes them as cleaned. */
export const prepareFields = ({ args, principal, site }: SentArgs): Promise<void> =>
  prepareTexts(args, authorOf(principal, site));

/**
 * Returns the sent fields, with texts cleaned as the caller may write them (docs/interface/texts.md §7). Null gives a
 * field its default.
 */
export const sentFields = <Stored>(fields: CoreTable, { args, principal, site }: SentArgs): Partial<Stored> => {
  const defaults = new Map(Object.values(fields).map((field) => [field.v2.name, field.default]));
  const values = Object.entries(args).map(([name, value]) => [name, value === null ? defaults.get(name) : value]);
  return readFields<Stored, 'v2'>(fields, 'v2', {
    values: Object.fromEntries(values),
    author: authorOf(principal, site),
  });
};
