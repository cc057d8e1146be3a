import type { Event, Recorded } from '@almanac/domain';
import { foldOnto, type Registration } from '@almanac/write-side';

/** A record's members by the names that its own routes give them. */
export type Members = Readonly<Record<string, unknown>>;

/** What every write changes, and what lists are ordered by, of records that do not say how their routes show them. */
const INCIDENTAL = new Set(['version', 'modified', 'modifiedUtc', 'keys', 'sortTitle', 'sortName', 'sortUrl']);

/** The members of a state. */
export const membersOf = ({ written }: Registration, state: object): Members =>
  written?.members(state) ?? Object.fromEntries(Object.entries(state).filter(([name]) => !INCIDENTAL.has(name)));

/** The state after each of a stream's events, that before the first one first. */
export const statesOf = (registration: Registration, events: readonly Recorded<Event>[]): object[] => {
  let loaded = { state: registration.aggregate.initialState, version: 0 };
  const states = [loaded.state];
  for (const event of events) {
    loaded = foldOnto(registration, loaded, [event]);
    states.push(loaded.state);
  }
  return states;
};

/** Whether a member's values are shown to nobody: it is a secret, or they were erased. */
export const hiding = (registration: Registration, events: readonly Recorded<Event>[], id: string) => {
  const secret = new Set(registration.written?.secret);
  const shown = membersOf(registration, replacingOf(registration, events, id) ?? {});
  const gone = new Map(Object.entries(shown).filter(([, value]) => value !== undefined));
  return (member: string, value: unknown): boolean =>
    secret.has(member) || (gone.has(member) && gone.get(member) === value);
};

/** What an erasure has put in place of what was personal; undefined where there was none. */
const replacingOf = (
  { aggregate, erasure }: Registration,
  events: readonly Recorded<Event>[],
  id: string,
): object | undefined => {
  if (erasure === undefined) return undefined;
  const own = erasure.subject === aggregate.category;
  const subject = own
    ? Number(id)
    : events.map(({ data }) => erasure.idOf?.(data)).find((named) => named !== undefined);
  if (own && !events.some(({ type }) => type.endsWith('Erased'))) return undefined;
  return subject === undefined ? undefined : erasure.replacing(subject);
};
