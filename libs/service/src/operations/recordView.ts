import { evolve } from '@almanac/event-sourcing';
import type { Event, StreamEvent } from '@almanac/event-store';
import type { RecordRegistration } from '../recordRegistration.ts';

/** A record's members by the names that its own routes give them. */
export type Members = Readonly<Record<string, unknown>>;

/** What every write changes, and what lists are ordered by, of records that do not say how their routes show them. */
const INCIDENTAL = new Set(['version', 'modified', 'modifiedUtc', 'keys', 'sortTitle', 'sortName', 'sortUrl']);

/** The members of a state. */
export const membersOf = ({ written }: RecordRegistration, state: object): Members =>
  written?.members(state) ?? Object.fromEntries(Object.entries(state).filter(([name]) => !INCIDENTAL.has(name)));

/** An event of a record, with the states around it. */
export interface Step {
  readonly event: StreamEvent;
  readonly before: object;
  readonly after: object;
}

/** A stream's events one after another; of what is read, these alone are held. */
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

/** Whether a member's values are shown to nobody: it is a secret, or they were erased with a subject. */
export const hiding = (registration: RecordRegistration, subject: number | undefined) => {
  const secret = new Set(registration.written?.secret);
  const replaced = subject === undefined ? undefined : registration.erasure?.replacing(subject);
  const shown = membersOf(registration, replaced ?? {});
  const gone = new Map(Object.entries(shown).filter(([, value]) => value !== undefined));
  return (member: string, value: unknown): boolean =>
    secret.has(member) || (gone.has(member) && gone.get(member) === value);
};

/** The subject whose erasure an event tells of, or whose data it bears. */
export const subjectIn = ({ erasure }: RecordRegistration, id: string, { type, data }: Event): number | undefined => {
  if (erasure?.idOf !== undefined) return erasure.idOf(data);
  return type === erasure?.event ? Number(id) : undefined;
};
