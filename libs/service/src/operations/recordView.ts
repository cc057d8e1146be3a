import { evolve } from '@almanac/event-sourcing';
import type { Event, StreamEvent } from '@almanac/event-store';
import type { RecordRegistration } from '../recordRegistration.ts';

/** A record's members by their names in its own routes. */
export type Members = Readonly<Record<string, unknown>>;

/** Returns the members of a state; of records without own routes those of the state, without its version. */
export const membersOf = ({ written }: RecordRegistration, state: object): Members =>
  written?.members(state) ?? Object.fromEntries(Object.entries(state).filter(([name]) => name !== 'version'));

/** An event of a record, with the states before and after it. */
export interface Step {
  readonly event: StreamEvent;
  readonly before: object;
  readonly after: object;
}

/** Yields a stream's events one after another; only the current one is in memory. */
export const stepsOf = async function* (
  registration: RecordRegistration,
  events: AsyncIterable<StreamEvent>,
): AsyncGenerator<Step, void> {
  let before: object = registration.aggregate.initialState;
  for await (const event of events) {
    const after = evolve(registration, before, event);
    yield { event, before, after };
    before = after;
  }
};

/** Returns a check for hidden values: of secret members, or erased with a subject. */
export const hiding = (registration: RecordRegistration, subject: number | undefined) => {
  const secret = new Set(registration.written?.secret);
  const replaced = subject === undefined ? undefined : registration.erasure?.replacing(subject);
  const shown = replaced === undefined ? {} : membersOf(registration, replaced);
  const gone = new Map(Object.entries(shown).filter(([, value]) => value !== undefined));
  return (member: string, value: unknown): boolean =>
    secret.has(member) || (gone.has(member) && gone.get(member) === value);
};

/** Returns the subject whose erasure an event reports, or whose data it contains. */
export const subjectIn = ({ erasure }: RecordRegistration, id: string, { type, data }: Event): number | undefined => {
  if (erasure?.idOf !== undefined) return erasure.idOf(data);
  return type === erasure?.event ? Number(id) : undefined;
};
