import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Registration } from '@almanac/aggregates';
import type { Documents, Records } from '@almanac/documents';
import { createSqliteDocuments, createSqliteRecords, openDatabase } from '@almanac/documents/sqlite';
import type { EventStore } from '@almanac/event-store';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { ConfigurationError } from '@almanac/service';
import { core, others } from '../all-in-one/definitions.ts';
import type { ServiceDefinition } from '../all-in-one/serviceHost.ts';

/** What an operator's command works on: a service's log, documents and records, with the site running or not. */
export interface ServiceData {
  readonly name: string;
  readonly registrations: readonly Registration[];
  readonly store: EventStore;
  readonly documents: Documents;
  readonly records: Records;
  close(): void;
}

/**
 * Opens the data of every service in a folder, or of those named.
 * @throws ConfigurationError for a folder without data, or a service that is none
 */
export const openServices = (folder: string, names: readonly string[] = []): ServiceData[] => {
  const known: readonly ServiceDefinition[] = [core as ServiceDefinition, ...others];
  for (const name of names) {
    if (!known.some((service) => service.name === name)) {
      throw new ConfigurationError(
        `There is no service ${name}; there are ${known.map((each) => each.name).join(', ')}.`,
      );
    }
  }
  return known.filter(({ name }) => names.length === 0 || names.includes(name)).map((service) => open(folder, service));
};

const open = (folder: string, { name, collections, registrations }: ServiceDefinition): ServiceData => {
  const file = join(folder, `${name}.sqlite`);
  if (!existsSync(file)) throw new ConfigurationError(`${folder} holds no data of ${name}; DATA names another folder.`);
  const database = openDatabase(file, { durability: 'full' });
  const documents = createSqliteDocuments(database, collections);
  return {
    name,
    registrations,
    documents,
    records: createSqliteRecords(database, { now: Date.now }),
    store: createSqliteEventStore(database, { documents }),
    close: () => database.close(),
  };
};
