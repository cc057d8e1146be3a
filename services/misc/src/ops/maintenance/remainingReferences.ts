import { nameRecords } from '@almanac/contracts';
import type { Misc } from '../../misc.ts';
import { askEvery } from './everyService.ts';

type Members = Readonly<Record<string, unknown>>;

/** A change to the restored members, as code and detail: `reference_gone`, `venue 12`. */
export interface Warning {
  readonly code: string;
  readonly detail: string;
}

/** Returns the referenced ids; 0, empty text and false refer to nothing. */
const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((id) => (id ? [String(id)] : []));

/** Returns the members without references to missing records, and a warning for each removed reference. */
export const remainingReferences = async (
  misc: Pick<Misc, 'fetchInternal'>,
  members: Members,
  references: Readonly<Record<string, string>>,
): Promise<{ readonly members: Members; readonly warnings: Warning[] }> => {
  const kept: Record<string, unknown> = { ...members };
  const warnings: Warning[] = [];
  for (const [member, kind] of Object.entries(references)) {
    const value = members[member];
    const ids = idsIn(value);
    if (ids.length === 0) continue;
    const there = await idsThere(misc, kind, ids);
    const gone = ids.filter((id) => !there.has(id));
    if (gone.length === 0) continue;
    warnings.push(...gone.map((id) => ({ code: 'reference_gone', detail: `${kind} ${id}` })));
    if (Array.isArray(value)) kept[member] = value.filter((id) => there.has(String(id)));
    else delete kept[member];
  }
  return { members: kept, warnings };
};

const idsThere = async (misc: Pick<Misc, 'fetchInternal'>, kind: string, ids: string[]): Promise<Set<string>> => {
  const said = await askEvery(misc, nameRecords, { kind, ids });
  const records = said.flatMap(({ answer }) => answer?.records ?? []);
  return new Set(records.map(({ id }) => id));
};
