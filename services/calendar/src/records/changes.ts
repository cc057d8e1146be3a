import { isDeepStrictEqual } from 'node:util';
import type { RecordAggregate, RecordEvent, RecordFields, RecordState, Status } from './record.ts';
import { exists } from './record.ts';
import { inTrash, notFound, type RecordKind } from './recordKind.ts';

/** The members of `wanted` that differ from the state; undefined ones were not asked for. */
export const changedFields = <Fields extends object>(state: Fields, wanted: Partial<Fields>): Partial<Fields> => {
  const entries = Object.entries(wanted) as [keyof Fields, unknown][];
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== undefined && !isDeepStrictEqual(state[name], value)),
  ) as Partial<Fields>;
};

const eventOf = <Name extends string, Fields extends RecordFields>(
  aggregate: RecordAggregate<Name, Fields>,
  verb: string,
  data: object,
): RecordEvent<Name, Fields> => ({ type: `${aggregate.name}${verb}`, data }) as unknown as RecordEvent<Name, Fields>;

/** A new record with all its fields. */
export const decideCreate = <Name extends string, Fields extends RecordFields>(
  kind: RecordKind<Name, Fields>,
  fields: Fields & Pick<RecordState, 'id' | 'language' | 'group' | 'languages'>,
): RecordEvent<Name, Fields>[] => [eventOf(kind.aggregate, 'Created', fields)];

/** What a change comes to: nothing where nothing differs; leaving the trash is a fact of its own. */
export const decideChange = <Name extends string, Fields extends RecordFields>(
  kind: RecordKind<Name, Fields>,
  state: RecordState & Fields,
  wanted: Partial<Fields>,
): RecordEvent<Name, Fields>[] => {
  if (!exists(state)) throw notFound(kind, state.id);
  if (state.status !== 'trash' || wanted.status === undefined || wanted.status === 'trash') {
    return changeOf(kind, state, wanted);
  }
  const { status, slug = state.slugBeforeTrash, path = null, ...rest } = wanted;
  const restored = eventOf(kind.aggregate, 'Restored', { status, slug, path });
  return [restored, ...changeOf(kind, state, rest as Partial<Fields>)];
};

const changeOf = <Name extends string, Fields extends RecordFields>(
  kind: RecordKind<Name, Fields>,
  state: RecordState & Fields,
  wanted: Partial<Fields>,
): RecordEvent<Name, Fields>[] => {
  const changed = changedFields<Fields>(state, wanted);
  return Object.keys(changed).length === 0 ? [] : [eventOf(kind.aggregate, 'Changed', changed)];
};

/** To the trash, under a slug that frees the record's own. */
export const decideTrash = <Name extends string, Fields extends RecordFields>(
  kind: RecordKind<Name, Fields>,
  state: RecordState & Fields,
  slug: string,
): RecordEvent<Name, Fields>[] => {
  if (!exists(state)) throw notFound(kind, state.id);
  if (state.status === 'trash') throw inTrash(kind);
  return [eventOf(kind.aggregate, 'Trashed', { from: state.status, slug })];
};

/** A scheduled record whose time has come; nothing where somebody was faster. */
export const decidePublish = <Name extends string, Fields extends RecordFields>(
  kind: RecordKind<Name, Fields>,
  state: RecordState & Fields,
  { nowUtc, path }: { readonly nowUtc: string; readonly path: string | null },
): RecordEvent<Name, Fields>[] => {
  const due = exists(state) && state.status === 'future' && state.dateUtc !== null && state.dateUtc <= nowUtc;
  return due ? [eventOf(kind.aggregate, 'Published', { path })] : [];
};

/** Joins a translation group, or leaves it (null). */
export const decideGroup = <Name extends string, Fields extends RecordFields>(
  kind: RecordKind<Name, Fields>,
  state: RecordState,
  group: number | null,
): RecordEvent<Name, Fields>[] => (state.group === group ? [] : [eventOf(kind.aggregate, 'Grouped', { group })]);

/** Shows in the lists of these languages from now on. */
export const decideListing = <Name extends string, Fields extends RecordFields>(
  kind: RecordKind<Name, Fields>,
  state: RecordState,
  languages: readonly string[],
): RecordEvent<Name, Fields>[] =>
  isDeepStrictEqual(state.languages, languages) ? [] : [eventOf(kind.aggregate, 'Listed', { languages })];

/** The status that counts for rights and restoring. */
export const standingStatus = (state: RecordState): Status =>
  state.status === 'trash' ? (state.statusBeforeTrash ?? 'draft') : state.status;
