import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Documents, Entries } from '@almanac/documents';
import { createSqliteDocuments, createSqliteEntries, openDatabase } from '@almanac/documents/sqlite';
import { createSigner, type Registration, type Signer } from '@almanac/event-sourcing';
import type { EventStore } from '@almanac/event-store';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { databaseFileOf } from '@almanac/manifest';
import {
  createPersonKeys,
  createSecrets,
  type PersonKeys,
  readKeys,
  type SecretKeys,
  type Secrets,
} from '@almanac/secrets';
import {
  ConfigurationError,
  readEnvironment,
  type ServiceDefinition,
  secretsVariables,
  suggestion,
} from '@almanac/service';
import { openData, readDatabaseSettings } from '@almanac/service/data';
import { z } from 'zod';
import { isInUse } from '../all-in-one/dataFolder.ts';
import { definitions } from '../all-in-one/definitions.ts';
import { keptKeys, SECRET_KEYS } from '../siteSecret.ts';
import { dataFolderOf, isOnMongodb, type Surroundings } from './operatorCommand.ts';

/** The data of a service for operators' commands: its log, documents and entries. The site may run. */
export interface ServiceData {
  readonly name: ServiceDefinition['name'];
  readonly registrations: readonly Registration[];
  readonly store: EventStore;
  readonly documents: Documents;
  readonly entries: Entries;
  readonly secrets: Secrets;
  readonly persons: PersonKeys;
  readonly signer: Signer;
  close(): void | Promise<void>;
}

/** Every service of the manifest, core first. */
export const knownServices: readonly ServiceDefinition[] = definitions;

/**
 * Returns the definitions of these services; of all without names.
 * @throws ConfigurationError for a name that is not a service's
 */
export const definitionsOf = (names: readonly string[]): readonly ServiceDefinition[] => {
  const unknown = names.find((name) => !knownServices.some((service) => service.name === name));
  if (unknown === undefined) return knownServices.filter(({ name }) => names.length === 0 || names.includes(name));
  const there = knownServices.map(({ name }) => name);
  throw new ConfigurationError(
    `There is no service ${unknown}; there are ${there.join(', ')}.${suggestion(unknown, there)}`,
  );
};

/**
 * Opens the data of every service in a folder, or of the named ones.
 * @throws ConfigurationError for a folder without data, or a name that is not a service's
 */
export const openServices = (folder: string, names: readonly string[] = []): ServiceData[] =>
  definitionsOf(names).map((service) => open({ environment: { DATA: folder } }, service));

/**
 * Runs work on the data of every service, or of the named ones: on MongoDB if MONGODB_URL is set, otherwise in the data
 * folder.
 * @throws ConfigurationError for a folder without data, or a name that is not a service's
 */
export const withServices = async <Result>(
  around: Pick<Surroundings, 'environment'>,
  names: readonly string[],
  work: (services: readonly ServiceData[]) => Promise<Result>,
): Promise<Result> => {
  const services: ServiceData[] = [];
  try {
    for (const definition of definitionsOf(names)) services.push(await openOne(around, definition));
    return await work(services);
  } finally {
    for (const service of services) await service.close();
  }
};

const openOne = async (
  around: Pick<Surroundings, 'environment'>,
  definition: ServiceDefinition,
): Promise<ServiceData> => {
  if (!isOnMongodb(around)) return open(around, definition);
  const opened = await openData(readDatabaseSettings(around.environment), definition);
  return { ...opened, ...dataOf(definition, opened, secretKeysOf(around)) };
};

/** Returns the keys of the site's secrets: those in the environment, otherwise those beside its data. */
const secretKeysOf = (around: Pick<Surroundings, 'environment'>): SecretKeys => {
  const given = readEnvironment(z.object(secretsVariables), around.environment);
  const file = join(dataFolderOf(around), SECRET_KEYS);
  return readKeys(given.SECRETS_KEY === undefined && !isOnMongodb(around) && existsSync(file) ? keptKeys(file) : given);
};

const dataOf = (
  { name, registrations }: ServiceDefinition,
  { store, entries }: Pick<ServiceData, 'store' | 'entries'>,
  keys: SecretKeys,
): Pick<ServiceData, 'name' | 'registrations' | 'secrets' | 'persons' | 'signer'> => {
  const own = { service: name, entries, keys };
  const [secrets, persons] = [createSecrets(own), createPersonKeys(own)];
  const now = (): Date => new Date();
  const signer = createSigner({ service: name, store, entries, secrets, now });
  return { name, registrations, secrets, persons, signer };
};

const open = (around: Pick<Surroundings, 'environment'>, definition: ServiceDefinition): ServiceData => {
  const folder = dataFolderOf(around);
  const file = join(folder, databaseFileOf(definition.name));
  if (!existsSync(file)) {
    throw new ConfigurationError(`${folder} holds no data of ${definition.name}; DATA names another folder.`);
  }
  return openFile(file, definition, secretKeysOf(around), { polite: isInUse(folder) });
};

/**
 * Opens a service's database file; creates a missing one. Without keys, secrets cannot be read.
 * @param polite true beside a running site
 */
export const openFile = (
  file: string,
  definition: ServiceDefinition,
  keys: SecretKeys = readKeys({}),
  { polite = false }: { readonly polite?: boolean } = {},
): ServiceData => {
  const database = openDatabase(file, { durability: 'full', polite });
  const documents = createSqliteDocuments(database, definition.collections);
  const entries = createSqliteEntries(database, { now: Date.now });
  const store = createSqliteEventStore(database, { documents });
  return {
    documents,
    entries,
    store,
    ...dataOf(definition, { store, entries }, keys),
    close: () => database.close(),
  };
};
