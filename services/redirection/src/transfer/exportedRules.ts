import type { Filter } from '@almanac/documents';
import { createPause, type DocumentReads } from '@almanac/rest';
import { type Group, groups } from '../groups/group.ts';
import { allGroups } from '../groups/groupLists.ts';
import { type Hits, hitsOf } from '../hits/hits.ts';
import { rulesInParts } from '../rules/bulkRules.ts';
import { type Rule, rules } from '../rules/rule.ts';

/** The number of rules that are read and written at once: this takes some milliseconds. */
const RULES_PER_PART = 50;

/** Rules with the hits of each. */
export interface CountedRules {
  readonly rules: readonly Rule[];
  readonly hits: (rule: number) => Hits;
}

/** The groups of an export, and the ids of its rules in the order of the file. An export keeps no more than these. */
export interface ExportPlan {
  readonly groups: readonly Group[];
  readonly ids: readonly number[];
  /** The number of rules by group. */
  readonly counts: ReadonlyMap<number, number>;
}

/** Returns the plan for all rules by id, or for the enabled rules of one module by position. */
export const planExport = async (documents: DocumentReads, module: '1' | '2' | '3' | 'all'): Promise<ExportPlan> => {
  if (module === 'all') return planRules(documents, { groups: await allGroups(documents), filter: { all: [] } });
  const ofModule: Filter = { field: 'module_id', equals: Number(module) };
  const known = await documents.find<Group>(groups, { filter: ofModule, order: [{ field: 'id', direction: 'asc' }] });
  const enabled = known.filter((group) => group.enabled).map(({ id }) => id);
  const filter: Filter = {
    all: [
      { field: 'enabled', equals: true },
      { field: 'group_id', in: enabled },
    ],
  };
  return planRules(documents, { groups: known, filter, isByPosition: true });
};

interface PlannedRules {
  readonly groups: readonly Group[];
  readonly filter: Filter;
  readonly isByPosition?: boolean;
}

const planRules = async (
  documents: DocumentReads,
  { groups: known, filter, isByPosition = false }: PlannedRules,
): Promise<ExportPlan> => {
  const places: Pick<Rule, 'id' | 'position'>[] = [];
  const counts = new Map<number, number>();
  for await (const part of rulesInParts(documents, filter))
    for (const { id, position, group_id: group } of part) {
      places.push({ id, position });
      counts.set(group, (counts.get(group) ?? 0) + 1);
    }
  if (isByPosition) places.sort((one, other) => one.position - other.position || one.id - other.id);
  return { groups: known, ids: places.map(({ id }) => id), counts };
};

/** Yields the planned rules in parts; skips rules that were deleted meanwhile. */
export async function* plannedRules(documents: DocumentReads, ids: readonly number[]): AsyncGenerator<Rule[]> {
  const pause = createPause();
  for (let from = 0; from < ids.length; from += RULES_PER_PART) {
    const asked = ids.slice(from, from + RULES_PER_PART);
    const found = new Map((await documents.getMany<Rule>(rules, asked)).map((rule) => [rule.id, rule]));
    const part = asked.flatMap((id) => found.get(id) ?? []);
    if (part.length > 0) yield part;
    await pause();
  }
}

/** Yields rules with their hits. */
export async function* withHits(
  documents: DocumentReads,
  parts: AsyncIterable<readonly Rule[]>,
): AsyncGenerator<CountedRules> {
  for await (const part of parts) {
    const ids = part.map(({ id }) => id);
    yield { rules: part, hits: await hitsOf(documents, ids) };
  }
}
