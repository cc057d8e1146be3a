import type { RecordRegistration } from '../recordRegistration.ts';
import { type RecordSource, recordHistory } from './recordHistory.ts';

/** A record that a spec has created and changed, with the answer of the record's own route. */
export interface ShownRecord {
  readonly id: number | string;
  readonly shown: object;
}

export interface HistorySubjects {
  readonly registrations: readonly RecordRegistration[];
  store(): RecordSource['store'];
  /** Creates and changes a record of each kind with own routes. */
  readonly records: Readonly<Record<string, () => Promise<ShownRecord>>>;
  /** Members of a kind that its routes write but do not show, or show only with a value. */
  readonly written?: Readonly<Record<string, readonly string[]>>;
  /** Kinds of records without own routes, whose histories name the members of their state. */
  readonly withoutRoutes: readonly string[];
}

/** Checks that the history of each kind names members as the record's own routes do (docs/interface/ops.md §2). */
export const historyContract = (subjects: HistorySubjects): void => {
  const { registrations, records, written = {}, withoutRoutes } = subjects;
  const kinds = registrations.map(({ aggregate }) => aggregate.category);

  describe('the histories of records', () => {
    it('are checked for every kind', () => {
      expect([...Object.keys(records), ...withoutRoutes].toSorted()).toEqual(kinds.toSorted());
    });

    it.each(Object.entries(records))('name members as the routes of the kind %s do', async (kind, make) => {
      const { id, shown } = await make();
      const source = { registrations, store: subjects.store() };
      const history = await recordHistory(source, kind, String(id), { offset: 0, limit: 100 });
      const changing = history?.events.filter(({ changes }) => changes.length > 0) ?? [];
      expect([kind, changing.length > 1]).toEqual([kind, true]);
      const members = new Set(changing.flatMap(({ changes }) => changes.map(({ member }) => member)));
      const known = new Set([...Object.keys(shown), ...(written[kind] ?? [])]);
      expect([...members.difference(known)]).toEqual([]);
    });
  });
};
