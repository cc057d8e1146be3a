import { z } from 'zod';
import { element } from './elements.ts';
import { language, status } from './facts.ts';

/** Data of a record that is to be translated. */
const sourceFacts = element.extend({
  version: z
    .int()
    .positive()
    .meta({ description: 'Of the record: counts its changes, as `texts.version` of its events.' }),
  language,
  group: z
    .int()
    .positive()
    .meta({ description: 'The `i18n.group_id` of the record; its own id where it stands alone.' }),
  title: z.string().meta({ description: 'Its title or name as plain text.' }),
  path: z.string().nullable().meta({ description: 'The path of its public address; null while it has none.' }),
  status: status.meta({ description: 'As in the interface; `publish` for terms.' }),
});

/** A translatable text of a record; its id is as in XLIFF: `title`, `field-_VenueCity-0`. */
export const sourceUnit = z.object({ id: z.string().min(1), text: z.string() });

/** A record as it is sent for translation. */
export const sourceRecord = sourceFacts.extend({
  translatable: z.boolean().meta({ description: 'Whether the rules of the site have its kind translated.' }),
  versions: z.record(z.string(), z.int().positive()).meta({ description: 'The ids in its group, by language.' }),
  units: z.array(sourceUnit).meta({ description: 'In order; none that is empty or has no letter.' }),
});
export type SourceRecord = z.infer<typeof sourceRecord>;

/** A finished translation; its owner's answer repeats these members. */
export const finishedTranslation = z.object({
  job: z.int().positive().meta({ description: 'The id of the job.' }),
  jobId: z.int().positive().meta({ description: 'Its revision: `extra_data.job_id`.' }),
  hash: z.string().min(1).meta({ description: 'Of the texts.' }),
  source: element,
  language: language.meta({ description: 'The language that it was translated into.' }),
});
export type FinishedTranslation = z.infer<typeof finishedTranslation>;

/** The owner's answer: the version that it has stored. */
export const writtenTranslation = finishedTranslation.extend({
  id: z.int().positive().meta({ description: 'The id of the version.' }),
  path: z.string().nullable().meta({ description: 'The path of its public address; null while it has none.' }),
  status,
  held: z.boolean().meta({ description: 'It was made as a draft that waits for its review.' }),
});
export type WrittenTranslation = z.infer<typeof writtenTranslation>;

/** The owner's answer if it cannot store the translation. */
export const refusedTranslation = finishedTranslation.extend({
  code: z.string().min(1).meta({ description: 'Why, as an error code: `i18n_source_gone`.' }),
  gone: z.boolean().meta({ description: 'The source is gone for good: nothing can come of the job any more.' }),
});
export type RefusedTranslation = z.infer<typeof refusedTranslation>;
