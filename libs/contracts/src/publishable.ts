import type { NewCommit } from '@almanac/event-store';
import { DomainError } from '@almanac/i18n';
import { ContractError, parsedAs } from './eventContract.ts';
import { EVENTS_PER_COMMIT, type IntegrationEvent, type Publishing } from './integrationEvent.ts';
import { integrationEvents } from './registry.ts';

/** What a topic takes of one event by default (1 MiB with its envelope), with room for headers. */
const LIMIT = 900_000;

/**
 * The check before an append (`Commands`, option `check`): what a commit would publish must fit its contracts and the
 * topic, since afterwards it could only become a dead letter.
 * @param limit bytes of one event's data
 * @throws DomainError 413 for an event that is too large, or too many events; ContractError for a mapping at fault
 */
export const publishable =
  (publishing: Publishing, limit = LIMIT) =>
  (commit: NewCommit): void => {
    const events = publishing({ events: commit.events, meta: commit.meta, position: 0, keys: [] });
    if (events.length > EVENTS_PER_COMMIT) throw tooLarge();
    for (const event of events) if (event !== undefined) check(event, limit);
  };

const check = (event: IntegrationEvent, limit: number): void => {
  const contract = integrationEvents.get(event.type);
  if (contract === undefined) throw new ContractError(event.type, 'there is no such contract');
  parsedAs(event.type, contract.schema, event.data);
  const bytes = Buffer.byteLength(JSON.stringify(event.data));
  if (bytes * (contract.personal === undefined ? 1 : SEALED_SHARE) > limit) throw tooLarge();
};

/** Sealed texts are in base64. */
const SEALED_SHARE = 4 / 3;

const tooLarge = (): DomainError => new DomainError('rest_content_too_large', 413, 'The record is too large.');
