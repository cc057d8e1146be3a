import type { UnitOfWork } from '@almanac/aggregates';
import type { Translatable, Version } from '@almanac/translations';
import { decideGroup, decideListing } from './changes.ts';
import { exists, type RecordFields, type RecordState } from './record.ts';
import type { RecordKind } from './recordKind.ts';

export const versionOf = ({
  id,
  language,
  group,
  status,
}: Pick<RecordState, (keyof Version & keyof RecordState) | 'status'>): Version => ({
  id,
  language,
  group,
  public: status === 'publish',
});

/** A kind of record as its translation groups see it. What is in the trash is nobody's source. */
export const translatableRecord = <Name extends string, Fields extends RecordFields>(
  kind: RecordKind<Name, Fields>,
): Translatable => ({
  noun: kind.noun,
  version: async (unit, id) => {
    const state = await unit.load(kind.aggregate, id);
    return exists(state) && state.status !== 'trash' ? versionOf(state) : undefined;
  },
  stand: async (unit: UnitOfWork, id, { group, languages }) => {
    const state = await unit.load(kind.aggregate, id);
    await unit.append(kind.aggregate, id, [
      ...decideGroup(kind, state, group),
      ...decideListing(kind, state, languages),
    ]);
  },
});
