import type { Event } from '@almanac/event-store';

/** Converts an event's data from one stored form to the next. */
export type Upcaster = (data: never) => unknown;

/**
 * Converters of older stored forms by event type: entry 0 converts schema version 1 to 2, and so on. A type without an
 * entry has one form only.
 */
export type Upcasters<E extends Event = Event> = { readonly [Type in E['type']]?: readonly Upcaster[] };

/** The part of an aggregate with its upcasters. */
interface UpcasterSource {
  readonly upcasters?: Readonly<Record<string, readonly Upcaster[] | undefined>>;
  readonly writes?: Readonly<Record<string, number | undefined>>;
}

const stepsOf = ({ upcasters }: UpcasterSource, type: string): readonly Upcaster[] =>
  upcasters !== undefined && Object.hasOwn(upcasters, type) ? (upcasters[type] ?? []) : [];

/** Returns the current schema version of an event type, counted from 1. */
export const schemaOf = (aggregate: UpcasterSource, type: string): number => stepsOf(aggregate, type).length + 1;

/** Returns the schema version in which new events of a type are written, counted from 1. */
export const writtenSchemaOf = (aggregate: UpcasterSource, type: string): number =>
  (aggregate.writes !== undefined && Object.hasOwn(aggregate.writes, type) ? aggregate.writes[type] : undefined) ??
  schemaOf(aggregate, type);

/** True if this release can read the stored form of an event; a newer release may have written another form. */
export const knowsSchema = (
  aggregate: UpcasterSource,
  { type, schema = 1 }: Event & { readonly schema?: number },
): boolean => schema <= schemaOf(aggregate, type);

/** Returns the event with its data in today's form; the same event if it has it already. */
export const upcast = <E extends Event & { readonly schema?: number }>(aggregate: UpcasterSource, event: E): E => {
  const { schema = 1 } = event;
  const steps = stepsOf(aggregate, event.type).slice(schema - 1);
  if (steps.length === 0) return event;
  // each step converts the form that the one before it returns
  const data = steps.reduce((lifted, step) => step(lifted as never), event.data);
  return { ...event, data, schema: schema + steps.length };
};
