import type { Entries } from '@almanac/documents';

/** Counts the visits that limits drop, by popup. The log keeps everything for ever, so these counts are entries that expire. */
export interface DroppedVisits {
  /** Counts one. The drops that come while a write is under way share the next. */
  add(popup: number): Promise<void>;
  of(popup: number): Promise<number>;
  /** Counts from 0 again; answers the count until then. */
  reset(popup: number): Promise<number>;
}

export interface DroppedVisitsPorts {
  readonly entries: Entries;
  readonly now: () => Date;
}

interface Kept {
  readonly count: number;
}

const KIND = 'dropped-visits';
/** Time for which a count is kept after the last drop. */
const KEPT_MS = 30 * 86_400_000;

export const createDroppedVisits = ({ entries, now }: DroppedVisitsPorts): DroppedVisits => {
  let pending = new Map<number, number>();
  let lastWrite: Promise<void> = Promise.resolve();
  let nextWrite: Promise<void> | undefined;

  const addTo = async (popup: number, dropped: number): Promise<void> => {
    for (;;) {
      const { body, revision = 0 } = (await entries.get<Kept>(KIND, String(popup))) ?? {};
      const kept: Kept = { count: (body?.count ?? 0) + dropped };
      const options = { ifRevision: revision, expiresAt: now().getTime() + KEPT_MS, flushed: false } as const;
      if (await entries.put(KIND, String(popup), kept, options)) return;
    }
  };

  const writePending = async (): Promise<void> => {
    nextWrite = undefined;
    const taken = pending;
    pending = new Map();
    for (const [popup, dropped] of taken) await addTo(popup, dropped);
  };

  return {
    add: (popup) => {
      pending.set(popup, (pending.get(popup) ?? 0) + 1);
      nextWrite ??= lastWrite.catch(() => undefined).then(writePending);
      lastWrite = nextWrite;
      return nextWrite;
    },
    of: async (popup) => (await entries.get<Kept>(KIND, String(popup)))?.body.count ?? 0,
    reset: async (popup) => {
      for (;;) {
        const found = await entries.get<Kept>(KIND, String(popup));
        if (found === undefined) return 0;
        if (await entries.delete(KIND, String(popup), { ifRevision: found.revision })) return found.body.count;
      }
    },
  };
};
