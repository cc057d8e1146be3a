import type { Entries } from '@almanac/documents';
import { createBatches } from './batches.ts';

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

interface DropCount {
  readonly count: number;
}

const ENTRY_KIND = 'dropped-visits';
/** Time for which a count is kept after the last drop. */
const KEPT_MS = 30 * 86_400_000;

export const createDroppedVisits = ({ entries, now }: DroppedVisitsPorts): DroppedVisits => {
  const addTo = async (popup: number, dropped: number): Promise<void> => {
    for (;;) {
      const { body, revision = 0 } = (await entries.get<DropCount>(ENTRY_KIND, String(popup))) ?? {};
      const kept: DropCount = { count: (body?.count ?? 0) + dropped };
      const options = { ifRevision: revision, expiresAt: now().getTime() + KEPT_MS, flushed: false } as const;
      if (await entries.put(ENTRY_KIND, String(popup), kept, options)) return;
    }
  };

  return {
    add: createBatches(async (popups) => {
      const drops = Map.groupBy(popups, (popup) => popup);
      for (const [popup, { length }] of drops) await addTo(popup, length);
    }),
    of: async (popup) => (await entries.get<DropCount>(ENTRY_KIND, String(popup)))?.body.count ?? 0,
    reset: async (popup) => {
      for (;;) {
        const found = await entries.get<DropCount>(ENTRY_KIND, String(popup));
        if (found === undefined) return 0;
        if (await entries.delete(ENTRY_KIND, String(popup), { ifRevision: found.revision })) return found.body.count;
      }
    },
  };
};
