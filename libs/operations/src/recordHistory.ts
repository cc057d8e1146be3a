import type { EventStore, StreamEvent } from '@almanac/event-store';
import type { Registration } from '@almanac/write-side';
import { type MemberChange, memberChanges } from './memberChanges.ts';
import { hiding, membersOf, statesOf } from './recordView.ts';

/** What a service is made of, as far as histories need it. */
export interface RecordSource {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly registrations: readonly Registration[];
}

/** One event of a record, and what it changed. */
export interface RecordChange {
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly type: string;
  readonly principal: string;
  readonly language: string;
  /** The id of the request that asked for it. */
  readonly request: string;
  readonly changes: readonly MemberChange[];
}

export interface RecordHistory {
  /** How many events there are. */
  readonly total: number;
  readonly events: readonly RecordChange[];
}

/** Which events, counted from the newest. */
export interface HistoryWindow {
  readonly offset: number;
  readonly limit: number;
}

export const registrationOf = ({ registrations }: RecordSource, kind: string): Registration | undefined =>
  registrations.find(({ aggregate }) => aggregate.category === kind);

/** The events of a record, newest first; undefined for a kind or a record that this service does not have. */
export const recordHistory = async (
  source: RecordSource,
  kind: string,
  id: string,
  { offset, limit }: HistoryWindow,
): Promise<RecordHistory | undefined> => {
  const registration = registrationOf(source, kind);
  if (registration === undefined) return undefined;
  const events = await source.store.readStream(`${kind}-${id}`);
  if (events.length === 0) return undefined;
  const states = statesOf(registration, events);
  const isHidden = hiding(registration, events, id);
  const chosen = events.toReversed().slice(offset, offset + limit);
  const shown = (version: number) => (version === 0 ? {} : membersOf(registration, states[version] as object));
  return {
    total: events.length,
    events: chosen.map((event) => ({
      ...told(event),
      changes: memberChanges(shown(event.version - 1), shown(event.version), isHidden),
    })),
  };
};

const told = ({ version, type, meta }: StreamEvent): Omit<RecordChange, 'changes'> => ({
  version,
  at: meta.at,
  type,
  principal: meta.principal,
  language: meta.language,
  request: meta.correlation,
});
