import { z } from 'zod';

const describe = <Schema extends z.ZodType>(schema: Schema, description: string): Schema =>
  schema.meta({ description });

/** Members that several events share. */
export const id = describe(z.int().positive(), 'The id in the interface.');
export const language = describe(z.string().min(1), 'The record’s language code, such as `en` or `fr-ca`.');
export const group = describe(
  z.int().positive().nullable(),
  'The translation group; null for a record that stands alone.',
);
export const slug = describe(z.string(), 'Unique in its kind; empty for a draft that has none yet.');
export const author = describe(z.int().nonnegative(), 'The id of the user who owns it; 0 for nobody.');
const image = describe(z.int().positive().nullable(), 'The id of the featured medium, null for none.');
const path = describe(
  z.string().nullable(),
  'The path of the public address from the site’s root, such as `/harbour/`; null while it has none.',
);
export const status = describe(
  z.string().min(1),
  '`publish`, `future`, `draft`, `pending`, `private`, `trash` and others. Only `publish` may be shown to everybody.',
);
export const title = describe(z.string(), 'As displayed; shown only as far as the status allows.');
const protectedByPassword = describe(z.boolean(), 'A password protects its content.');
/** A point in time: ISO 8601, UTC. */
export const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);

/** The changed translatable texts of a record, as a hash for each unit. */
export const texts = z
  .object({
    version: z.int().positive().meta({ description: 'Of the record: counts its changes.' }),
    units: z.record(z.string().min(1), z.string().nullable()).meta({
      description: 'The SHA-256 of each text that has changed, by unit; null for one that is empty or has no letter.',
    }),
    minor: z.literal(true).optional().meta({ description: 'The change calls for no new translation.' }),
  })
  .optional();

/** Published members of every record with an address of its own. */
export const recordFacts = z.object({
  id,
  status,
  language,
  group,
  slug,
  path,
  title,
  author,
  image,
  protected: protectedByPassword,
  texts,
});

/** The person whose data were erased. */
export const erased = z.object({
  kind: z.string().min(1).meta({ description: 'The kind of record: `user`, `organizer`.' }),
  id,
});

/** Only the record's id: for events about a deleted record. */
export const onlyId = z.object({ id });

/**
 * Returns the schema of a `…-changed` event: the id with the changed members. A record's first event carries all
 * members; later events carry at least the changed ones, so a consumer merges each into its copy.
 */
export const changed = <Shape extends z.ZodRawShape>(facts: z.ZodObject<Shape>) => facts.partial().extend({ id });
