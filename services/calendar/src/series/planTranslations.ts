import { isDeepStrictEqual } from 'node:util';
import { wallClockMs, wallClockOf } from '@almanac/dates';
import { eventKind } from '../events/event.ts';
import { SCHEDULE } from '../events/ownFields.ts';
import type { Occurrence, OccurrenceTask, SeriesFacts, SeriesPlan, SharedFields } from '../events/seriesAggregate.ts';
import { inFreeOrder, type Planning } from './planSeries.ts';

/** Returns the dates of a series, which all series of its translation group have alike. */
const datesOf = ({ recurrence, anchor, from, timezone, allDay, length }: SeriesFacts) => ({
  recurrence,
  anchor,
  from,
  timezone,
  allDay,
  length,
});

/** Returns the shared fields that every version of an event has alike (docs/interface/translation.md §3). */
export const copiedShared = (shared: SharedFields): Partial<SharedFields> =>
  Object.fromEntries(Object.entries(shared).filter(([name]) => eventKind.copied.some((each) => each === name)));

/** The change of one series of a translation group. */
export interface GroupChange {
  readonly before: SeriesFacts;
  readonly after: SeriesFacts & SeriesPlan;
  /** The milliseconds by which occurrences move; default: as far as the first one. */
  readonly shiftMs?: number | undefined;
}

/** A series of the same group before the change, and those of its occurrences that the change concerns. */
export interface Follower {
  readonly facts: SeriesFacts;
  readonly present: readonly Occurrence[];
}

/** Returns a series with the dates and occurrences of another one of its group. Due work extends originals alone. */
export const planFollowing = async (
  { facts: series, present }: Follower,
  { before, after, shiftMs = wallClockMs(after.from) - wallClockMs(before.from) }: GroupChange,
  { nextId }: Pick<Planning, 'nextId'>,
): Promise<SeriesFacts & SeriesPlan> => {
  const moved = new Map(present.map(([start, id]) => [wallClockOf(wallClockMs(start) + shiftMs), id]));
  const occurrences: Occurrence[] = [];
  const tasks: OccurrenceTask[] = [];
  for (const [start] of after.occurrences) {
    const known = moved.get(start);
    const id = known ?? (await nextId());
    occurrences.push([start, id]);
    tasks.push({ id, start, does: known === undefined ? 'make' : 'change' });
  }
  const kept = new Set(occurrences.map(([start]) => start));
  for (const [start, id] of moved) if (!kept.has(start)) tasks.push({ id, start, does: 'trash' });
  return {
    ...series,
    ...datesOf(after),
    shared: { ...series.shared, ...copiedShared(after.shared) },
    occurrences,
    tasks: inFreeOrder(tasks, shiftMs),
    changes: after.changes.filter((name) => name === SCHEDULE),
    dueUtc: null,
  };
};

/**
 * Returns the change of a series after one of another series of its group; undefined if it concerns neither dates nor
 * fields that every version has alike. The latter alone are written by the occurrences of the other series.
 */
export const planFollowingAll = async (
  follower: Follower,
  change: GroupChange,
  planning: Pick<Planning, 'nextId'>,
): Promise<(SeriesFacts & SeriesPlan) | undefined> => {
  const { before, after } = change;
  const starts = ({ occurrences }: Pick<SeriesPlan, 'occurrences'>) => occurrences.map(([start]) => start);
  const keepsDates =
    isDeepStrictEqual(datesOf(before), datesOf(after)) &&
    isDeepStrictEqual(starts({ occurrences: follower.present }), starts(after));
  if (!keepsDates) return planFollowing(follower, change, planning);
  const { facts, present } = follower;
  const shared = { ...facts.shared, ...copiedShared(after.shared) };
  if (isDeepStrictEqual(shared, facts.shared)) return undefined;
  return { ...facts, shared, occurrences: present, tasks: [], changes: [], dueUtc: null };
};
