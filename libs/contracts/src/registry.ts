import type { EventContract } from './eventContract.ts';
import { publishedEvents } from './published.ts';

/** Every event that is known, by type. */
export const integrationEvents: ReadonlyMap<string, EventContract> = new Map(
  publishedEvents.map((contract) => [contract.type, contract]),
);

/** Those with personal members, which topics hold in a sealed form. */
export const personalEvents: readonly EventContract[] = [...integrationEvents.values()].filter(
  ({ personal }) => personal !== undefined,
);

type Contract = (typeof publishedEvents)[number];

/** The data of an event, by its type. */
export type EventData<Type extends Contract['type']> = ReturnType<Extract<Contract, { type: Type }>['parse']>;

/**
 * The data of an arriving event as its contract says; undefined for a type that this release does not know: a
 * newer publisher may say more than it understands.
 * @throws ContractError
 */
export const parse = (type: string, data: unknown): unknown => integrationEvents.get(type)?.parse(data);
