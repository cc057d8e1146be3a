import { randomBytes, randomUUID } from 'node:crypto';
import { type CommandContext, claims, createCommands, createNumbers, type Registration } from '@almanac/aggregates';
import { publishable } from '@almanac/contracts';
import { createSqliteDocuments, createSqliteRecords, openDatabase } from '@almanac/documents/sqlite';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import type { Bus } from '@almanac/messaging';
import { readSite, silentLog } from '@almanac/service';
import { createPrivateHashes } from './accounts/privateHashes.ts';
import { createUserNames } from './accounts/userNames.ts';
import type { Core } from './core.ts';
import { publishing } from './integration/publishing.ts';
import { registrations } from './registrations.ts';

const collectionsOf = (all: readonly Registration[]) => [
  claims,
  ...all.flatMap(({ collection, more }) => (more === undefined ? [collection] : [collection, more.collection])),
];

/** Nobody listens here. */
const silentBus: Bus = {
  subscribe: async () => ({ reached: async () => true, lag: async () => new Map(), stop: async () => undefined }),
  close: async () => undefined,
};

export interface UnderTest extends Core {
  /** Moves the clock on. */
  advance(milliseconds: number): void;
}

/** Core on SQLite in memory, its clock in the test's hands. */
export const coreUnderTest = (site: unknown = {}, at = '2026-05-01T12:00:00Z'): UnderTest => {
  let clock = Date.parse(at);
  const now = () => new Date(clock);
  const database = openDatabase(':memory:', { durability: 'normal' });
  const documents = createSqliteDocuments(database, collectionsOf(registrations));
  const records = createSqliteRecords(database, { now: () => clock });
  const store = createSqliteEventStore(database, { documents });
  return {
    store,
    documents,
    records,
    now,
    bus: silentBus,
    numbers: createNumbers(records, 0),
    log: silentLog,
    site: readSite(site),
    secret: 'a secret for specs',
    fetchInternal: async () => ({ status: 503, headers: new Headers(), body: undefined }),
    commands: createCommands({ store, documents, registrations, now, check: publishable(publishing) }),
    names: createUserNames(Buffer.from('a key for specs')),
    accountPasswords: createPrivateHashes(records, 'account-password'),
    applicationSecrets: createPrivateHashes(records, 'application-password'),
    random: randomBytes,
    newId: randomUUID,
    advance: (milliseconds) => {
      clock += milliseconds;
    },
  };
};

/** Somebody who asks, for commands in specs. */
export const context = (more: Partial<CommandContext> = {}): CommandContext => ({
  principal: 'user:1',
  language: 'en',
  correlation: 'spec',
  causation: 'spec',
  ...more,
});
