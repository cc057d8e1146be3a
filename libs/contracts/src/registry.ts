import type { EventContract } from './eventContract.ts';
import { publishedEvents } from './published.ts';

/** All known integration events, by type. */
export const integrationEvents: ReadonlyMap<string, EventContract> = new Map(
  publishedEvents.map((contract) => [contract.type, contract]),
);

/** The events with personal members; topics contain these members sealed. */
export const personalEvents: readonly EventContract[] = [...integrationEvents.values()].filter(
  ({ personal }) => personal !== undefined,
);

type Contract = (typeof publishedEvents)[number];

/** The data of an event of a type. */
export type EventData<Type extends Contract['type']> = ReturnType<Extract<Contract, { type: Type }>['parse']>;

/**
 * Parses the data of an arriving event with its contract. Returns undefined for a type that this release does not know,
 * such as one of a newer publisher.
 * @throws ContractError for data that violates the contract
 */
export const parse = (type: string, data: unknown): unknown => integrationEvents.get(type)?.parse(data);
