import { z } from 'zod';
import type { Arg, ResourceSchema, SchemaKeywords } from './arg.ts';
import { type DeclaredAnswer, embeddedSchema, linksSchema } from './declaredAnswers.ts';
import { relationPrefix } from './links.ts';

const CONTEXTS: ReadonlyMap<string, string> = new Map(Object.entries<string>({ v: 'view', e: 'edit', m: 'embed' }));

/** Returns the contexts of a member from their letters: `vem` is view, edit and embed. */
export const contextsOf = (letters: string): string[] => [...letters].flatMap((letter) => CONTEXTS.get(letter) ?? []);

/** A member of a record: the schema of its value in answers, and its published description. */
export interface SchemaMember {
  readonly schema: z.ZodType;
  /** The contexts whose answers contain it. */
  readonly contexts: readonly string[];
  /** Returns the description without its contexts. Only OPTIONS and indexes with `context=help` publish it. */
  readonly words: () => SchemaKeywords;
}

/** A member that clients write, published with its argument's description. Without contexts no answer contains it. */
export const writableMember = (arg: Arg, contexts: string, schema: z.ZodType): SchemaMember => ({
  schema,
  contexts: contextsOf(contexts),
  words: () => arg.words,
});

/** Publishes a member as required. */
export const requiredMember = (member: SchemaMember): SchemaMember => ({
  ...member,
  words: () => ({ ...member.words(), required: true }),
});

/** A member that only answers contain, published with the type of its value. */
export const readOnly = (schema: z.ZodType, contexts: string): SchemaMember => ({
  schema,
  contexts: contextsOf(contexts),
  words: () => ({ ...publishedWords(z.toJSONSchema(schema)), readonly: true }),
});

type Json = z.core.JSONSchema._JSONSchema;

/** Returns the published description of a value's type; the OpenAPI document has the complete one. */
const publishedWords = (json: Json): SchemaKeywords => {
  if (typeof json === 'boolean') return {};
  const { type, format, enum: known, items, properties = {}, readOnly, anyOf } = json;
  const [value, other] = anyOf ?? [];
  if (value !== undefined && other?.type === 'null') {
    const words = publishedWords(value);
    return { ...words, type: [words.type ?? [], 'null'].flat() };
  }
  const members = Object.entries(properties).map(([name, member]) => [name, publishedWords(member)] as const);
  return {
    ...(type !== undefined && { type }),
    ...(format !== undefined && { format }),
    ...(known !== undefined && { enum: known }),
    ...(typeof items === 'object' && !Array.isArray(items) && { items: publishedWords(items) }),
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(readOnly === true && { readonly: true }),
  };
};

/** A wall-clock time without zone: `2031-05-05T08:00:00`. */
export const moment = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
  .meta({ format: 'date-time' });

export const address = z.string().meta({ format: 'uri' });

/** A text with a rendered form and, in the context `edit`, the raw one. */
export const renderedText = z.strictObject({ rendered: z.string().readonly(), raw: z.string().optional() });

/** Links whose relations name the actions allowed on a resource (docs/interface/core-posts.md §2.5). */
export const actionLinks = (relations: readonly string[], href: string): ResourceSchema['links'] =>
  relations.map((relation) => ({
    rel: relation.replace(/^core:/, relationPrefix),
    href,
    targetSchema: { type: 'object', properties: {} },
  }));

export interface RecordSchema {
  /** Schema of answers. */
  readonly answered: z.ZodObject;
  /** Schema published by OPTIONS (docs/interface/server.md §13.3). */
  readonly published: ResourceSchema;
}

interface RecordOptions {
  /** Name of the schema in the OpenAPI document. */
  readonly id: string;
  readonly links?: ResourceSchema['links'];
  /** Members of answers that are not published. */
  readonly beyond?: Readonly<Record<string, z.ZodType>>;
}

/** Returns the schemas of a record, its members in order. Links are optional, because deleted records have none. */
export const recordSchema = (
  title: string,
  members: Readonly<Record<string, SchemaMember>>,
  { id, links, beyond = {} }: RecordOptions,
): RecordSchema => {
  const entries = Object.entries(members);
  const answered = entries.flatMap(([name, { schema, contexts }]) => {
    const count = contexts.length;
    return count === 0 ? [] : [[name, count === 3 ? schema : schema.optional()] as const];
  });
  let described: ResourceSchema['properties'] | undefined;
  const describe = (): ResourceSchema['properties'] => {
    described ??= Object.fromEntries(
      entries.map(([name, { words, contexts }]) => [name, { ...words(), context: contexts }]),
    );
    return described;
  };
  const more = { _links: linksSchema.optional(), _embedded: embeddedSchema.optional() };
  return {
    answered: z.strictObject({ ...Object.fromEntries(answered), ...beyond, ...more }).meta({ id }),
    published: {
      ...resourceSchema(title, {}, links),
      get properties() {
        return describe();
      },
    },
  };
};

/** The answer to a permanent deletion contains the deleted record. */
export const deleted = (record: z.ZodType) =>
  ({ body: z.strictObject({ deleted: z.literal(true), previous: record }) }) satisfies DeclaredAnswer;

/** Returns the published schema of a resource (docs/interface/server.md §13.3). */
export const resourceSchema = (
  title: string,
  properties: Readonly<Record<string, SchemaKeywords>>,
  links?: ResourceSchema['links'],
): ResourceSchema => ({
  $schema: 'http://json-schema.org/draft-04/schema#',
  title,
  type: 'object',
  properties,
  ...(links === undefined ? {} : { links }),
});
