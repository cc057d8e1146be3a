import { unitHash } from '@almanac/content-model';
import type { SourceRecord } from '@almanac/contracts';
import type { Documents } from '@almanac/documents';
import { type Job, revisionBeforeCancellation } from './jobState.ts';
import { finishedUnits, type MemoryUnit, memory, memoryKey, type Unit } from './units.ts';
import type { StoredText } from './unitTexts.ts';

/** A unit before its texts are stored. */
export interface NewUnit extends Omit<Unit, 'source'> {
  readonly source: string;
}

/** The source texts of one job, with its language pair. */
export interface Opening {
  readonly units: SourceRecord['units'];
  /** `en/fr-ca`. */
  readonly pair: string;
  /** The current job of the target, if it was sent before. */
  readonly job: Job | undefined;
}

/** The limit of results per query of the memory. */
const MAX_MEMORY_UNITS = 500;

/** Returns the newest target for each key of the memory. Repeats the query for keys that the limit has cut off. */
const newestTargets = async (documents: Documents, keys: Iterable<string>): Promise<Map<string, StoredText>> => {
  const targets = new Map<string, StoredText>();
  for (let open = [...new Set(keys)]; open.length > 0; open = open.filter((key) => !targets.has(key))) {
    const found = await documents.find<MemoryUnit>(memory, {
      filter: { field: 'key', in: open },
      order: [{ field: 'job_id', direction: 'desc' }],
      limit: MAX_MEMORY_UNITS,
    });
    for (const { key, target } of found) if (!targets.has(key)) targets.set(key, target);
    if (found.length < MAX_MEMORY_UNITS) break;
  }
  return targets;
};

/**
 * Returns the units of new revisions with texts from the memory (docs/interface/translation-jobs.md §5). A finished
 * unit with an unchanged source stays finished. For a changed source, or the same source elsewhere, the old target is
 * the initial text.
 */
export const openUnits = async (documents: Documents, opening: readonly Opening[]): Promise<NewUnit[][]> => {
  const befores = opening.map(({ job }) => (job && revisionBeforeCancellation(job))?.job_id);
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
