import type { SourceRecord } from '@almanac/contracts';
import type { Documents } from '@almanac/documents';
import { unitHash } from '@almanac/translations';
import { beforeOf, type Job } from './jobState.ts';
import { finishedUnits, memory, memoryKey, type Remembered, type Unit } from './units.ts';
import type { StoredText } from './unitTexts.ts';

/** A unit before its texts are kept. */
export interface NewUnit extends Omit<Unit, 'source'> {
  readonly source: string;
}

const newestTarget = async (documents: Documents, key: string): Promise<StoredText> => {
  const [found] = await documents.find<Remembered>(memory, {
    filter: { field: 'key', equals: key },
    order: [{ field: 'job_id', direction: 'desc' }],
    limit: 1,
  });
  return found?.target ?? '';
};

/**
 * The units of a new revision, with what is remembered (docs/interface/translation-jobs.md §5): what was finished of the
 * same text stays so; of a changed one, and of the same text elsewhere, there is the target to begin with.
 * @param job the target as it is, if it was sent before
 */
export const openUnits = async (
  documents: Documents,
  { units }: Pick<SourceRecord, 'units'>,
  { pair, job }: { readonly pair: string; readonly job: Job | undefined },
): Promise<NewUnit[]> => {
  const before = await finishedUnits(documents, job && beforeOf(job));
  return Promise.all(
    units.map(async ({ id, text }) => {
      const key = unitHash(text);
      const last = before.get(id);
      if (last !== undefined) return { id, key, source: text, target: last.target, finished: last.key === key };
      const target = await newestTarget(documents, memoryKey(pair, key));
      return { id, key, source: text, target, finished: false };
    }),
  );
};
