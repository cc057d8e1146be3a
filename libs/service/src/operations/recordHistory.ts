import type { EventStore, StreamEvent } from '@almanac/event-store';
import type { RecordRegistration } from '../recordRegistration.ts';
import { type MemberChange, memberChanges } from './memberChanges.ts';
import { hiding, membersOf, type Step, stepsOf, subjectIn } from './recordView.ts';

/** The parts of a service that histories need. */
export interface RecordSource {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly registrations: readonly RecordRegistration[];
}

/** One event of a record, and its changes. */
export interface RecordChange {
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly type: string;
  readonly principal: string;
  readonly language: string;
  /** The id of the request that caused it. */
  readonly request: string;
  readonly changes: readonly MemberChange[];
}

export interface RecordHistory {
  /** The number of all events. */
  readonly total: number;
  readonly events: readonly RecordChange[];
}

/** A range of events, counted from the newest. */
export interface HistoryWindow {
  readonly offset: number;
  readonly limit: number;
}

export const registrationOf = (
  { registrations }: Pick<RecordSource, 'registrations'>,
  kind: string,
): RecordRegistration | undefined => registrations.find(({ aggregate }) => aggregate.category === kind);

/** Returns the events of a record, newest first; undefined for an unknown kind or record. */
export const recordHistory = async (
  source: RecordSource,
  kind: string,
  id: string,
  { offset, limit }: HistoryWindow,
): Promise<RecordHistory | undefined> => {
  const registration = registrationOf(source, kind);
  if (registration === undefined) return undefined;
  let [total, subject]: [number, number?] = [0];
  const newest: Step[] = [];
  for await (const step of stepsOf(registration, source.store.readStream(`${kind}-${id}`))) {
    total++;
    subject ??= subjectIn(registration, id, step.event);
    newest.push(step);
    if (newest.length > offset + limit) newest.shift();
  }
  if (total === 0) return undefined;
  const isHidden = hiding(registration, subject);
  const changesIn = ({ event, before, after }: Step): MemberChange[] =>
    memberChanges(event.version === 1 ? {} : membersOf(registration, before), membersOf(registration, after), isHidden);
  const chosen = newest.toReversed().slice(offset);
  return { total, events: chosen.map((step) => ({ ...told(step.event), changes: changesIn(step) })) };
};

const told = ({ version, type, meta }: StreamEvent): Omit<RecordChange, 'changes'> => ({
  version,
  at: meta.at,
  type,
  principal: meta.principal,
  language: meta.language,
  request: meta.correlation,
});
