import { z } from 'zod';

/** A record that uses a medium: as its picture, in its texts, or as the logo of the site. */
export const mediumUse = z
  .strictObject({
    type: z.string().meta({ description: 'The type of the record; `settings` for the settings of the site.' }),
    id: z.int(),
    title: z.string().meta({ description: 'As stored.' }),
    status: z.string(),
    language: z.string().meta({ description: 'Empty for records without a language.' }),
    as: z.array(z.enum(['picture', 'text', 'logo'])),
    occurrences: z
      .int()
      .optional()
      .meta({ description: 'Of an occurrence of a series: number of its occurrences that use the medium.' }),
  })
  .meta({ id: 'MediumUse' });
export type MediumUse = z.infer<typeof mediumUse>;

/** The uses of a medium that a caller may know of. */
export const mediumUses = z
  .strictObject({
    total: z.int().meta({ description: 'Number of all records that use the medium.' }),
    hidden: z.int().meta({ description: 'Number of records that the caller may not read.' }),
    uses: z.array(mediumUse),
  })
  .meta({ id: 'MediumUses' });
export type MediumUses = z.infer<typeof mediumUses>;

/** A medium by the names under which records may have it. */
export const namedMedium = z.object({
  medium: z.int().positive().meta({ description: 'The id of the medium.' }),
  names: z
    .array(z.string().max(1_000))
    .min(1)
    .max(100)
    .meta({ description: 'The id as text, and the paths of the files below the uploads.' }),
});
export type NamedMedium = z.infer<typeof namedMedium>;
