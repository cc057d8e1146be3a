import { pagesOfRecords } from '@almanac/rest';
import { z } from 'zod';

/** Who translates, as it is answered. */
export const translatorAnswer = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    language_pairs: z.record(z.string(), z.array(z.string())),
    manager: z.boolean(),
  })
  .meta({ id: 'Translator' });

export const translatorsAnswer = pagesOfRecords(translatorAnswer);

export const removedTranslatorAnswer = z.strictObject({ deleted: z.literal(true), previous: translatorAnswer });
