import type { Event } from '@almanac/event-store';

/** Lifts an event's data from one stored form to the next. */
export type Upcaster = (data: never) => unknown;

/**
 * How older stored forms become today's, by event type: entry 0 lifts schema version 1 to 2, and so on. A type without
 * an entry has had one form only.
 */
export type Upcasters<E extends Event = Event> = { readonly [Type in E['type']]?: readonly Upcaster[] };

/** Of an aggregate. */
interface Known {
  readonly upcasters?: Readonly<Record<string, readonly Upcaster[] | undefined>>;
}

const stepsOf = ({ upcasters }: Known, type: string): readonly Upcaster[] =>
  upcasters !== undefined && Object.hasOwn(upcasters, type) ? (upcasters[type] ?? []) : [];

/** The schema version that events of this type are written in, counted from 1. */
export const schemaOf = (aggregate: Known, type: string): number => stepsOf(aggregate, type).length + 1;

/** Whether this release knows the stored form of an event; a newer release may have written it. */
export const knowsSchema = (aggregate: Known, { type, schema = 1 }: Event & { readonly schema?: number }): boolean =>
  schema <= schemaOf(aggregate, type);

/** The event with its data in today's form; the same event where it is. */
export const upcast = <E extends Event & { readonly schema?: number }>(aggregate: Known, event: E): E => {
  const { schema = 1 } = event;
  const steps = stepsOf(aggregate, event.type).slice(schema - 1);
  if (steps.length === 0) return event;
  // each step knows the form that the one before it made
  const data = steps.reduce((lifted, step) => step(lifted as never), event.data);
  return { ...event, data, schema: schema + steps.length };
};
