import type { ServiceName } from '@almanac/manifest';
import { z } from 'zod';
import type { IntegrationEvent } from './integrationEvent.ts';

/** The data of an event is not what its contract says: the publisher is at fault, or the consumer too old. */
export class ContractError extends Error {
  readonly code = 'contract';
  readonly type: string;
  constructor(type: string, reason: string) {
    super(`${type}: ${reason}`);
    this.name = 'ContractError';
    this.type = type;
  }
}

/** One integration event: its name, what it means and what its data holds. */
export interface EventContract<Type extends string = string, Data = unknown> {
  readonly type: Type;
  /** Who publishes it. */
  readonly service: ServiceName;
  readonly description: string;
  readonly schema: z.ZodType<Data>;
  /** The event for a publishing mapping; `key` is the stream that it is about. */
  of(key: string, data: Data): IntegrationEvent<Type, Data>;
  /** True for an event or a delivery of this type; narrows its data, which has been parsed on arrival. */
  is<E extends { readonly type: string; readonly data: unknown }>(
    event: E,
  ): event is E & { readonly type: Type; readonly data: Data };
  /**
   * The data as this release knows it; members it does not know are dropped.
   * @throws ContractError
   */
  parse(data: unknown): Data;
}

/** Declares an event; its name starts with the service that publishes it and ends with its version. */
export const eventContract = <Type extends `${ServiceName}.${string}.v${number}`, Data>(
  type: Type,
  description: string,
  schema: z.ZodType<Data>,
): EventContract<Type, Data> => ({
  type,
  service: type.slice(0, type.indexOf('.')) as ServiceName,
  description,
  schema,
  of: (key, data) => ({ type, key, data }),
  is: (event): event is typeof event & { readonly type: Type; readonly data: Data } => event.type === type,
  parse: (data) => {
    const parsed = schema.safeParse(data);
    if (!parsed.success) throw new ContractError(type, z.prettifyError(parsed.error));
    return parsed.data;
  },
});
