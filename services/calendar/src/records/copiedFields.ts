import type { UnitOfWork } from '@almanac/aggregates';
import { DomainError } from '@almanac/domain';
import { versionsOf } from '@almanac/translations';
import { changedFields, decideChange } from './changes.ts';
import type { RecordFields, RecordState } from './record.ts';
import type { RecordKind } from './recordKind.ts';
import { translatableRecord } from './recordTranslations.ts';

/** What a new version takes from its source instead of what was sent (translation.md §3.3). */
export const copiedFrom = async <Name extends string, Fields extends RecordFields>(
  unit: UnitOfWork,
  kind: RecordKind<Name, Fields>,
  { source, language }: { readonly source: number | undefined; readonly language: string },
): Promise<Partial<Fields>> => {
  if (source === undefined) return {};
  const state = await unit.load(kind.aggregate, source);
  const copied = chosen<Fields>(state, kind.copied);
  return kind.inLanguage?.(unit, copied, language) ?? copied;
};

/** The other versions of a record that a change of its copied fields reaches; none for a record that stands alone. */
export const followersOf = async <Name extends string, Fields extends RecordFields>(
  unit: UnitOfWork,
  kind: RecordKind<Name, Fields>,
  record: RecordState,
): Promise<(RecordState & Fields)[]> => {
  const versions = Object.values(await versionsOf(unit, translatableRecord(kind), record));
  const others = versions.filter((id) => id !== record.id);
  return Promise.all(others.map((id) => unit.load(kind.aggregate, id)));
};

export interface CopiedChange<State> {
  readonly before: State;
  readonly after: State;
  /** Whether the caller may change that version; the site itself may. */
  mayEdit?(version: RecordState): boolean;
}

/**
 * Brings the copied fields of a changed record to its other versions, in the same commit.
 * @throws DomainError 403 where the caller may not change one of them
 */
export const copyToVersions = async <Name extends string, Fields extends RecordFields>(
  unit: UnitOfWork,
  kind: RecordKind<Name, Fields>,
  { before, after, mayEdit = () => true }: CopiedChange<RecordState & Fields>,
): Promise<void> => {
  const copied = copiedChanges(kind, before, after);
  if (Object.keys(copied).length === 0) return;
  for (const version of await followersOf(unit, kind, after)) {
    if (!mayEdit(version)) throw new DomainError('rest_forbidden', 403, 'Sorry, you are not allowed to do that.');
    const wanted = (await kind.inLanguage?.(unit, copied, version.language)) ?? copied;
    await unit.append(kind.aggregate, version.id, decideChange(kind, version, wanted));
  }
};

/** Those of the copied fields that differ. */
export const copiedChanges = <Name extends string, Fields extends RecordFields>(
  kind: RecordKind<Name, Fields>,
  before: RecordState & Fields,
  after: Partial<Fields>,
): Partial<Fields> => changedFields<Fields>(before, chosen<Fields>(after, kind.copied));

const chosen = <Fields extends object>(from: Partial<Fields>, names: readonly (keyof Fields)[]): Partial<Fields> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<Fields>;
