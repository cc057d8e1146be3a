import type { NewCommit } from '@almanac/event-store';
import { contractsErrors } from './errors.ts';
import { ContractError, parsedAs } from './eventContract.ts';
import { EVENTS_PER_COMMIT, type IntegrationEvent, type Publishing } from './integrationEvent.ts';
import { integrationEvents } from './registry.ts';

/** Maximum bytes of one event by default: the topic's limit of 1 MiB, less its envelope and headers. */
const LIMIT = 900_000;

/**
 * Creates the check before an append (`Commands`, option `check`): the integration events of a commit must fit their
 * contracts and the topic. Published later, they could only become dead letters.
 * @param limit maximum bytes of one event's data
 * @throws DomainError 413 for an event that is too large, or too many events; ContractError for a faulty mapping
 */
export const publishable =
  (publishing: Publishing, limit = LIMIT) =>
  (commit: NewCommit): void => {
    const events = publishing({ events: commit.events, meta: commit.meta, position: 0, keys: [] });
    if (events.length > EVENTS_PER_COMMIT) throw contractsErrors.recordTooLarge();
    for (const event of events) if (event !== undefined) check(event, limit);
  };

const check = (event: IntegrationEvent, limit: number): void => {
  const contract = integrationEvents.get(event.type);
  if (contract === undefined) throw new ContractError(event.type, 'there is no such contract');
  // personal members may be absent in the log, but not in a new event
  if (contract.personal === undefined) contract.parse(event.data);
  else parsedAs(event.type, contract.schema, event.data);
  const bytes = Buffer.byteLength(JSON.stringify(event.data));
  if (bytes * (contract.personal === undefined ? 1 : SEALED_SHARE) > limit) throw contractsErrors.recordTooLarge();
};

/** Growth of a text by sealing: base64. */
const SEALED_SHARE = 4 / 3;
