import { ContractError, integrationEvents } from '@almanac/contracts';
import type { Delivery, KnownEvent } from './bus.ts';

/** The contracts by which the data of deliveries were parsed. */
const contracts = new WeakMap<Delivery, KnownEvent>();

/**
 * Parses the data of a delivery for all subscriptions of the process. A delivery that is sealed or faulty, or whose
 * type this release does not know, stays as it is: each subscription that takes it then parses it, and reports a fault
 * by itself.
 */
export const parseForAll = (delivery: Delivery): Delivery => {
  const contract = integrationEvents.get(delivery.type);
  if (contract === undefined) return delivery;
  try {
    return parsedBy(contract, delivery);
  } catch (error) {
    if (error instanceof ContractError) return delivery;
    throw error;
  }
};

/**
 * Returns a delivery with its data parsed by a contract; the same delivery if they are already.
 * @throws ContractError for data that violate the contract
 */
export const parsedBy = (contract: KnownEvent, delivery: Delivery): Delivery => {
  if (contracts.get(delivery) === contract) return delivery;
  const parsed = { ...delivery, data: contract.parse(delivery.data) };
  contracts.set(parsed, contract);
  return parsed;
};
