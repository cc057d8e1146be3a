import { languageCodes } from '@almanac/i18n';
import { pagesOfRecords } from '@almanac/rest';
import { z } from 'zod';

const translation = z.strictObject({
  value: z.string().nullable(),
  status: z.literal([3, 10]),
  mo_value: z.string().nullable(),
});

/** A string with its translations, as it is answered. */
export const stringAnswer = z
  .strictObject({
    id: z.int(),
    domain: z.string(),
    context: z.string(),
    name: z.string(),
    value: z.string(),
    source_language: z.enum(languageCodes),
    status: z.literal([0, 2, 3, 10]),
    translations: z.partialRecord(z.enum(languageCodes), translation),
  })
  .meta({ id: 'SiteString' });

export const stringsAnswer = pagesOfRecords(stringAnswer);

export const deletedStringAnswer = z.strictObject({ deleted: z.literal(true), previous: stringAnswer });
