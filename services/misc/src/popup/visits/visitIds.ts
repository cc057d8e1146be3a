import { setTimeout as pause } from 'node:timers/promises';
import type { Entries } from '@almanac/documents';
import { type EventStore, OutcomeUnknownError } from '@almanac/event-store';
import type { Visitor } from './visitor.ts';

export type VisitKind = 'open' | 'conversion';

export interface Visit {
  readonly popup: number;
  readonly kind: VisitKind;
  readonly visitor: Visitor;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The last opening, or conversion, of a popup by one visitor; it expires with the visitor's day. */
interface LastVisit {
  readonly at: number;
  /** Id of the visit; if the former release wrote it, the id of the commit that counts it. */
  readonly batch: string;
  /** Absent if the former release wrote it. */
  readonly isShared?: true;
  /** True if the visitor was counted before, on the same day. */
  readonly earlier: boolean;
  /** Commits of which one may have counted the visit already; only the former release writes them. */
  readonly overtaking?: readonly { readonly batch: string }[];
}

export interface VisitIdPorts {
  readonly entries: Entries;
  readonly store: Pick<EventStore, 'findCommit'>;
  readonly now: () => Date;
}

const ENTRY_KIND = 'visit';
const REPEAT_MS = 5_000;
/** Time in milliseconds that the former release has for its commit. */
const OLDER_RELEASE_MS = 250;
const PAUSE_MS = 20;

const openingKey = ({ popup, visitor }: Visit): string => `${popup}/open/${visitor.key}`;

/** Returns the keys of a visit's entries: shortly after midnight one for each of the two days. */
const keysOf = ({ popup, kind, visitor: { key, before } }: Visit): readonly string[] =>
  [before, key].flatMap((each) => (each === undefined ? [] : [`${popup}/${kind}/${each}`]));

const isRepeat = (one: number, other: number): boolean => Math.abs(one - other) < REPEAT_MS;

/** Id shared by a visit and its repeats. */
export interface VisitId {
  readonly id: string;
  /** Time of the first visit, in milliseconds since the epoch. */
  readonly at: number;
  /** True if the log has counted it. */
  readonly isCounted: boolean;
}

/**
 * Creates functions that assign the same id to a visit and its repeats, on every replica. The log accepts each id once,
 * so any replica may commit it (docs/adr/0052).
 */
export const createVisitIds = ({ entries, store, now }: VisitIdPorts) => {
  const lastVisit = (key: string) => entries.get<LastVisit>(ENTRY_KIND, key);

  const isInLog = async (id: string): Promise<boolean> => (await store.findCommit(id)) !== undefined;

  const isCounted = async ({ batch, overtaking = [] }: LastVisit): Promise<boolean> => {
    for (const id of [batch, ...overtaking.map((each) => each.batch)]) if (await isInLog(id)) return true;
    return false;
  };

  /** Waits for a commit of the former release. @throws OutcomeUnknownError if it does not appear */
  const waitForOlderRelease = async (at: number): Promise<void> => {
    if (now().getTime() - at >= OLDER_RELEASE_MS) throw new OutcomeUnknownError();
    await pause(PAUSE_MS);
  };

  /** Returns the entry's id if the visit is a repeat. Otherwise stores and returns the given id. */
  const join = async (key: string, visit: Visit, given: VisitId): Promise<VisitId> => {
    for (;;) {
      const { body: last, revision = 0 } = (await lastVisit(key)) ?? {};
      const counted = last !== undefined && (await isCounted(last));
      if (last !== undefined && isRepeat(last.at, visit.at)) {
        if (counted || last.isShared) return { id: last.batch, at: last.at, isCounted: counted };
        await waitForOlderRelease(last.at);
        continue;
      }
      const earlier = counted || last?.earlier === true;
      const body: LastVisit = { at: given.at, batch: given.id, isShared: true, earlier };
      // the following commit flushes to the disk, and so flushes this entry too
      const options = { ifRevision: revision, expiresAt: visit.visitor.forgotten, flushed: false } as const;
      if (await entries.put(ENTRY_KIND, key, body, options)) return given;
    }
  };

  return {
    /** True if the log has counted the visit with that id. */
    isInLog,
    /**
     * Returns the id of a visit.
     * @param id used if the visit is not a repeat
     * @throws OutcomeUnknownError if the former release has not counted the visit that it recorded
     */
    idOf: async (visit: Visit, id: string): Promise<VisitId> => {
      let found: VisitId = { id, at: visit.at, isCounted: false };
      for (const key of keysOf(visit)) found = await join(key, visit, found);
      return found;
    },
    /** True if the same visitor opened the popup on the same day, or does so in a visit with one of the given ids. */
    hasOpened: async (visit: Visit, ids: ReadonlySet<string>): Promise<boolean> => {
      const last = (await lastVisit(openingKey(visit)))?.body;
      return last !== undefined && (last.earlier || ids.has(last.batch) || isCounted(last));
    },
  };
};
