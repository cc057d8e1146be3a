import { calendarEvents } from './calendar.ts';
import { coreEvents } from './core.ts';
import type { EventContract } from './eventContract.ts';
import { redirectionEvents } from './redirection.ts';

const contracts = [...coreEvents, ...calendarEvents, ...redirectionEvents];

/** Every event that is known, by type. */
export const integrationEvents: ReadonlyMap<string, EventContract> = new Map(
  contracts.map((contract) => [contract.type, contract as unknown as EventContract]),
);

type Contract = (typeof contracts)[number];

/** The data of an event, by its type. */
export type EventData<Type extends Contract['type']> = ReturnType<Extract<Contract, { type: Type }>['parse']>;

/**
 * The data of an arriving event as its contract says; undefined for a type that this release does not know, which a
 * consumer passes over: a newer publisher may say more than it understands.
 * @throws ContractError
 */
export const parse = (type: string, data: unknown): unknown => integrationEvents.get(type)?.parse(data);
