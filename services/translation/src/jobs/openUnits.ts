import { unitHash } from '@almanac/content-model';
import type { SourceRecord } from '@almanac/contracts';
import type { Documents } from '@almanac/documents';
import { beforeOf, type Job } from './jobState.ts';
import { finishedUnits, memory, memoryKey, type Remembered, type Unit } from './units.ts';
import type { StoredText } from './unitTexts.ts';

/** A unit before its texts are kept. */
export interface NewUnit extends Omit<Unit, 'source'> {
  readonly source: string;
}

/** What is translated. */
export interface Opening {
  readonly units: SourceRecord['units'];
  /** `en/fr-ca`. */
  readonly pair: string;
  /** The target as it is, if it was sent before. */
  readonly job: Job | undefined;
}

/** What the memory answers at once. */
const MOST_REMEMBERED = 500;

/** The newest target by the key of the memory; asked again only about what many newer ones have left no room for. */
const newestTargets = async (documents: Documents, keys: Iterable<string>): Promise<Map<string, StoredText>> => {
  const targets = new Map<string, StoredText>();
  for (let open = [...new Set(keys)]; open.length > 0; open = open.filter((key) => !targets.has(key))) {
    const found = await documents.find<Remembered>(memory, {
      filter: { field: 'key', in: open },
      order: [{ field: 'job_id', direction: 'desc' }],
      limit: MOST_REMEMBERED,
    });
    for (const { key, target } of found) if (!targets.has(key)) targets.set(key, target);
    if (found.length < MOST_REMEMBERED) break;
  }
  return targets;
};

/**
 * The units of new revisions, with what is remembered (docs/interface/translation-jobs.md §5): what was finished of the
 * same text stays so; of a changed one, and of the same text elsewhere, there is the target to begin with.
 */
export const openUnits = async (documents: Documents, opening: readonly Opening[]): Promise<NewUnit[][]> => {
  const befores = opening.map(({ job }) => (job && beforeOf(job))?.job_id);
  const finished = await finishedUnits(
    documents,
    befores.filter((id) => id !== undefined),
  );
  const opened = opening.map(({ units, pair }, index) =>
    units.map(({ id, text }) => {
      const key = unitHash(text);
      return { id, key, text, memory: memoryKey(pair, key), last: finished.get(befores[index] ?? 0)?.get(id) };
    }),
  );
  const unknown = opened.flat().filter(({ last }) => last === undefined);
  const targets = await newestTargets(
    documents,
    unknown.map((unit) => unit.memory),
  );
  return opened.map((units) =>
    units.map(({ id, key, text, memory, last }) => {
      if (last !== undefined) return { id, key, source: text, target: last.target, finished: last.key === key };
      return { id, key, source: text, target: targets.get(memory) ?? '', finished: false };
    }),
  );
};
