import { serviceNumbers } from '@almanac/contracts';
import { createMongodbCounters, createMongodbEntries, openMongodbDocuments } from '@almanac/documents/mongodb';
import { createEffects } from '@almanac/effects';
import { createNumbers } from '@almanac/event-sourcing';
import { createMongodbEventStore } from '@almanac/event-store/mongodb';
import { createKafkaBus, type KafkaConnection } from '@almanac/messaging/kafka';
import { createPersonKeys, createSecrets, type PersonKeys, readKeys } from '@almanac/secrets';
import type { Db, Document } from 'mongodb';
import type { ServiceDefinition } from '../definition.ts';
import { createFetchInternal } from '../fetchInternal.ts';
import { createLimits } from '../limits.ts';
import type { Log } from '../log.ts';
import type { InfrastructureChecks } from '../operations/infrastructureChecks.ts';
import { expensiveAnswersOf, otherSecretsOf } from '../processSettings.ts';
import type { ServicePorts } from '../service.ts';
import type { SiteFile } from '../siteFile.ts';
import { databaseName, mongodbClient } from './mongodb.ts';
import { createRemoteOpening } from './personKeysOfOthers.ts';
import type { ServiceMetrics } from './serviceMetrics.ts';
import type { ServiceSettings } from './settings.ts';
import { recordStartedReaders, type StartedReaders } from './startedReaders.ts';
import { connectionOf } from './topics.ts';

/** The open ports of a service in a process of its own, and further parts for its readiness. */
export interface OpenedPorts {
  readonly ports: ServicePorts;
  /** The keys of the persons whose data the service publishes. */
  readonly persons: PersonKeys;
  readonly connection: KafkaConnection;
  readonly begun: StartedReaders;
  /** Checks that the database server answers. */
  ping(): Promise<void>;
  readonly grounds: ReturnType<typeof mongodbGrounds>;
}

export interface OpenOptions {
  readonly settings: ServiceSettings;
  readonly site: SiteFile;
  readonly log: Log;
  readonly serviceMetrics: ServiceMetrics;
  /** Ends long writes when the process stops. */
  readonly stopping?: AbortSignal;
}

/** Opens a service's ports on MongoDB and Kafka; the stack closes them. */
export const openPorts = async (
  { name, collections }: Pick<ServiceDefinition, 'name' | 'collections'>,
  options: OpenOptions,
  parts: AsyncDisposableStack,
): Promise<OpenedPorts> => {
  const { settings, site, log, serviceMetrics } = options;
  const now = (): Date => new Date();
  const client = parts.adopt(mongodbClient(settings, name), (opened) => opened.close());
  const database = client.db(databaseName(settings, name));
  const entries = serviceMetrics.entries(createMongodbEntries(database, { now: Date.now }));
  const documents = await openMongodbDocuments(database, collections);
  const store = createMongodbEventStore(database, { documents, ...reporting(log, serviceMetrics) });
  parts.defer(() => store.close());
  const connection = connectionOf(settings, name, log);
  const fetchInternal = createFetchInternal({
    from: name,
    addressOf: (service) => settings.SERVICE_ADDRESSES.get(service),
    secret: settings.PRINCIPAL_SECRET,
    signingKey: settings.SIGNING_KEY,
    now,
  });
  const opening = createRemoteOpening(fetchInternal);
  const bus = createKafkaBus({ ...connection, entries, observer: serviceMetrics.bus, opening });
  parts.defer(() => bus.close());
  const effects = createEffects({ service: name, store, entries, now, log, observer: serviceMetrics.effects });
  parts.defer(() => effects.close());
  const noting = recordStartedReaders({ bus, effects });
  const keys = readKeys(settings);
  const ports: ServicePorts = {
    documents,
    entries,
    site,
    log,
    now,
    secret: settings.PRINCIPAL_SECRET,
    otherSecrets: otherSecretsOf(settings),
    publicKeys: settings.SIGNING_PUBLIC_KEYS,
    store: serviceMetrics.store(store),
    numbers: createNumbers(entries, serviceNumbers[name]),
    limits: createLimits({
      counters: createMongodbCounters(database, { now: Date.now }),
      settings: settings.LIMITS,
      secret: settings.PRINCIPAL_SECRET,
      now,
      log,
      onRefused: serviceMetrics.onRefused,
    }),
    expensiveAnswers: expensiveAnswersOf(settings),
    ...(options.stopping && { stopping: options.stopping }),
    fetchInternal,
    effects: noting.effects,
    secrets: createSecrets({ service: name, entries, keys }),
    bus: noting.bus,
  };
  return {
    ports,
    persons: createPersonKeys({ service: name, entries, keys }),
    connection,
    begun: noting.begun,
    grounds: mongodbGrounds(database),
    ping: async () => void (await database.command({ ping: 1 })),
  };
};

const reporting = (log: Log, serviceMetrics: ServiceMetrics) => ({
  onTry: (outcome: string) => serviceMetrics.tries.labels({ outcome }).inc(),
  onDocumentsMissed: (error: unknown) => {
    serviceMetrics.documentsMissed.inc();
    log.warn({ err: error }, 'documents could not be written with their commit; the projector will write them');
  },
});

/** Error code of a MongoDB server for an unknown command. */
const COMMAND_NOT_FOUND = 59;

/** Returns the checks of the infrastructure of a service whose store is a database of MongoDB, without the brokers. */
const mongodbGrounds = (database: Db): Pick<InfrastructureChecks, 'disk' | 'storeBytes' | 'storeTime'> => ({
  disk: async () => {
    const { fsTotalSize, fsUsedSize } = await database.command({ dbStats: 1 });
    // an in-memory server reports no disk
    if (typeof fsTotalSize !== 'number' || typeof fsUsedSize !== 'number') return undefined;
    return { free: fsTotalSize - fsUsedSize, size: fsTotalSize };
  },
  storeBytes: async () => {
    const { storageSize, indexSize } = await database.command({ dbStats: 1 });
    return storageSize + indexSize;
  },
  storeTime: async () => (await greet(database)).localTime,
});

/** Greets a server, by the command's older name if it does not know the current one. */
const greet = (database: Db): Promise<Document> =>
  database.command({ hello: 1 }).catch((error: { readonly code?: unknown }) => {
    if (error.code !== COMMAND_NOT_FOUND) throw error;
    return database.command({ isMaster: 1 });
  });
