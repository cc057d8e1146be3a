import { z } from 'zod';
import { element } from '../elements.ts';
import { finishedTranslation, sourceRecord, sourceUnit } from '../sources.ts';
import { versionedRules } from '../translation.ts';
import { internalContract, noMembers } from './internalContract.ts';

/** Maximum number of records in one request to an owner. */
export const SOURCES_AT_ONCE = 25;

const sourcesAsked = {
  askedBy: ['translation'],
  method: 'POST',
  path: '/internal/translation-sources',
  description: 'Reads records as they are sent to be translated.',
  request: z.object({ elements: z.array(element).min(1).max(SOURCES_AT_ONCE) }),
  answer: z.object({
    sources: z
      .array(sourceRecord.nullable())
      .meta({ description: 'In the order asked; null for one that is not there.' }),
  }),
} as const;

export const readSourcesOfCore = internalContract('core.read-translation-sources', sourcesAsked);
export const readSourcesOfCalendar = internalContract('calendar.read-translation-sources', sourcesAsked);

export const readFinishedJob = internalContract('translation.read-finished-job', {
  askedBy: ['core', 'calendar'],
  method: 'GET',
  path: '/internal/finished-jobs/{id}',
  description: 'Reads what a finished job writes; `{id}` is its revision.',
  request: noMembers,
  answer: finishedTranslation.extend({
    units: z.array(sourceUnit).meta({ description: 'The translated texts, cleaned as their writer may write.' }),
    unfiltered: z.boolean().meta({ description: 'All of them were written by people whose writing is not filtered.' }),
    hold: z.boolean().meta({ description: 'A new version waits for its review as a draft.' }),
    by: z.int().nonnegative().meta({ description: 'The user who finished it; 0 for a machine.' }),
  }),
});

export const readTranslationRules = internalContract('translation.read-rules', {
  askedBy: ['core', 'calendar'],
  method: 'GET',
  path: '/internal/translation-rules',
  description: 'Reads the rules by which kinds and fields are translated.',
  request: noMembers,
  answer: versionedRules,
});

export const translationInternals = [
  readSourcesOfCore,
  readSourcesOfCalendar,
  readFinishedJob,
  readTranslationRules,
] as const;
