import { z } from 'zod';
import { eventContract } from './eventContract.ts';
import { finishedTranslation } from './sources.ts';
import { versionedRules } from './translationRules.ts';

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
