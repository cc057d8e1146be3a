import type { Entries } from '@almanac/documents';
import { createBatches } from './batches.ts';

/** Counts visits dropped by limits, by popup. The log never expires, so these counts are expiring entries. */
export interface DroppedVisits {
  /** Counts a dropped visit. Visits dropped during a write share the next write. */
  add(popup: number): Promise<void>;
  of(popup: number): Promise<number>;
  /** Resets the count to 0; returns the former count. */
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
/** Lifetime of a count after the last dropped visit. */
const RETENTION_MS = 30 * 86_400_000;

export const createDroppedVisits = ({ entries, now }: DroppedVisitsPorts): DroppedVisits => {
  const addTo = async (popup: number, dropped: number): Promise<void> => {
    for (;;) {
      const { body, revision = 0 } = (await entries.get<DropCount>(ENTRY_KIND, String(popup))) ?? {};
      const kept: DropCount = { count: (body?.count ?? 0) + dropped };
      const options = { ifRevision: revision, expiresAt: now().getTime() + RETENTION_MS, flushed: false } as const;
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
