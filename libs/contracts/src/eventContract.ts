import { isServiceName, type ServiceName } from '@almanac/manifest';
import { z } from 'zod';
import type { IntegrationEvent } from './integrationEvent.ts';

/** The data of an event violates its contract: the publisher is at fault, or the consumer too old. */
export class ContractError extends Error {
  readonly code = 'contract';
  readonly type: string;
  constructor(type: string, reason: string) {
    super(`${type}: ${reason}`);
    this.name = 'ContractError';
    this.type = type;
  }
}

/** The personal members of an event. */
export interface Personal {
  readonly members: readonly string[];
  /** Returns the stream of the person whose members they are: `user-7`; undefined if they belong to no person. */
  personOf(event: { readonly key: string; readonly data: unknown }): string | undefined;
}

/** One integration event: its name, its meaning and the schema of its data. */
export interface EventContract<Type extends string = string, Data = unknown, Arrived = Data> {
  readonly type: Type;
  /** The publishing service. */
  readonly service: ServiceName;
  readonly description: string;
  /** The data as published. */
  readonly schema: z.ZodType<Data>;
  /** The personal members, if any. */
  readonly personal?: Personal;
  /** Returns the event for a publishing mapping; `key` is the stream that it is about. */
  of(key: string, data: Data): IntegrationEvent<Type, Data>;
  /** True for an event or a delivery of this type; narrows its data, which was parsed on arrival. */
  is<E extends { readonly type: string; readonly data: unknown }>(
    event: E,
  ): event is E & { readonly type: Type; readonly data: Arrived };
  /**
   * Returns the data of an arriving event; drops members that this release does not know. Personal members of an erased
   * person are null.
   * @throws ContractError for data that violates the schema
   */
  parse(data: unknown): Arrived;
}

/** Declares an event; its name starts with the service that publishes it and ends with its version. */
export const eventContract = <Type extends `${ServiceName}.${string}.v${number}`, Data>(
  type: Type,
  description: string,
  schema: z.ZodType<Data>,
): EventContract<Type, Data> => contractOf(type, description, { schema, arrived: schema });

/**
 * Declares an event with personal members. Topics contain these members sealed, in an event of another type
 * (`sealed.ts`). Consumers receive their plain values, or null after the person is erased: copies then drop the
 * values.
 */
export const personalContract = <
  Type extends `${ServiceName}.${string}.v${number}`,
  Shape extends z.ZodRawShape,
  Member extends keyof Shape & string,
>(
  type: Type,
  description: string,
  schema: z.ZodObject<Shape>,
  { members, personOf = ({ key }) => key }: PersonalOf<EventPayload<Shape>, Member>,
): EventContract<Type, EventPayload<Shape>, WithNull<EventPayload<Shape>, Member>> => {
  const personal = Object.entries(schema.shape).filter(([name]) => members.some((member) => member === name));
  const all: z.ZodType = schema.extend(Object.fromEntries(personal.map(([name, kind]) => [name, z.nullable(kind)])));
  // zod does not know the names of computed members
  const arrived = all as z.ZodType<WithNull<EventPayload<Shape>, Member>>;
  return { ...contractOf(type, description, { schema, arrived }), personal: { members, personOf } };
};

interface PersonalOf<Data, Member> {
  readonly members: readonly Member[];
  /** Returns the person's stream; default: the stream that the event is about. */
  personOf?(event: { readonly key: string; readonly data: Data }): string | undefined;
}

type EventPayload<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

/** Data with some nullable members. */
type WithNull<Data, Member> = { [Name in keyof Data]: Name extends Member ? Data[Name] | null : Data[Name] };

const contractOf = <Type extends string, Data, Arrived>(
  type: Type,
  description: string,
  { schema, arrived }: { readonly schema: z.ZodType<Data>; readonly arrived: z.ZodType<Arrived> },
): EventContract<Type, Data, Arrived> => ({
  type,
  service: publisherOf(type),
  description,
  schema,
  of: (key, data) => ({ type, key, data }),
  is: (event): event is typeof event & { readonly type: Type; readonly data: Arrived } => event.type === type,
  parse: parsingOnce((data) => parsedAs(type, arrived, data)),
});

/** Parses each object once: the check of a commit, and its followers in the same process, get the same one. */
const parsingOnce = <Data>(parse: (data: unknown) => Data): ((data: unknown) => Data) => {
  const known = new WeakMap<object, { readonly parsed: Data }>();
  return (data) => {
    if (typeof data !== 'object' || data === null) return parse(data);
    return known.getOrInsertComputed(data, () => ({ parsed: parse(data) })).parsed;
  };
};

const publisherOf = (type: string): ServiceName => {
  const service = type.slice(0, type.indexOf('.'));
  if (!isServiceName(service)) throw new Error(`${type} does not begin with the name of a service`);
  return service;
};

/** Parses the data of an event with one of its schemas. @throws ContractError for data that violates the schema */
export const parsedAs = <Data>(type: string, schema: z.ZodType<Data>, data: unknown): Data => {
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw new ContractError(type, z.prettifyError(parsed.error));
  return parsed.data;
};
