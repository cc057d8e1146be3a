import { z } from 'zod';
import { eventContract } from './eventContract.ts';
import { finishedTranslation } from './sources.ts';

const kindRule = z.object({
  name: z.string().min(1).meta({ description: 'A type or taxonomy: `post`, `cal_venue`, `post_tag`.' }),
  mode: z.literal([0, 1, 2]).meta({
    description: 'Of lists: 0 not translated, 1 only in the asked language, 2 the default language stands in.',
  }),
});
export type KindRule = z.infer<typeof kindRule>;

const fieldRule = z.object({
  name: z.string().min(1).meta({ description: 'A custom field: `_VenueCity`.' }),
  action: z.enum(['translate', 'copy', 'copy-once', 'ignore']),
});
export type FieldRule = z.infer<typeof fieldRule>;

/** Rules of the custom XML for this site's kinds and fields; others keep their defaults. */
export const translationRules = z.object({ kinds: z.array(kindRule), fields: z.array(fieldRule) });
export type TranslationRules = z.infer<typeof translationRules>;

export const versionedRules = translationRules.extend({
  version: z.int().nonnegative().meta({ description: 'Counts the changes; 0 before the first.' }),
});
export type VersionedRules = z.infer<typeof versionedRules>;

/** The key of the events that change the rules. */
export const RULES_KEY = 'customxml-site';

export const jobFinished = eventContract(
  'translation.job-finished.v1',
  'A translation is finished and waits for the owner of its source to write it; its texts are asked for by `jobId`.',
  finishedTranslation,
);

export const translationAccepted = eventContract(
  'translation.review-accepted.v1',
  'A held version was accepted in review: it gets the status that it would have had without being held.',
  z.object({
    ...finishedTranslation.shape,
    id: z.int().positive().meta({ description: 'The id of the version.' }),
  }),
);

export const rulesChanged = eventContract(
  'translation.rules-changed.v1',
  'The rules by which kinds and fields are translated were replaced: all of them.',
  versionedRules,
);

export const translationEvents = [jobFinished, translationAccepted, rulesChanged] as const;
