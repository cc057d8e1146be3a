import { stat, statfs } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type ServiceName, serviceNumbers } from '@almanac/contracts';
import type { Collection, Documents, Entries } from '@almanac/documents';
import {
  createSqliteCounters,
  createSqliteDocuments,
  createSqliteEntries,
  type Durability,
  openDatabase,
} from '@almanac/documents/sqlite';
import { prepare } from '@almanac/documents/sqlite/database';
import { createEffects } from '@almanac/effects';
import {
  createNumbers,
  createSigner,
  type RebuildOptions,
  type RebuildProgress,
  rebuildOutdated,
} from '@almanac/event-sourcing';
import type { EventStore } from '@almanac/event-store';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { type Bus, createSealing, readRestores } from '@almanac/messaging';
import { createEmbeddedBus, type Sources } from '@almanac/messaging/embedded';
import type { ExpensiveAnswers } from '@almanac/rest';
import { createPersonKeys, createSecrets, type SecretKeys } from '@almanac/secrets';
import {
  createFetchInternal,
  createLimits,
  createMetrics,
  defaultLimits,
  type LimitSettings,
  type Log,
  listen,
  logRebuild,
  type Metrics,
  notedPorts,
  ownSettings,
  type ServiceApp,
  type ServiceDefinition,
  type SiteFile,
  withOperations,
} from '@almanac/service';
import { createServiceMetrics, recordStartedReaders, watchBacklog } from '@almanac/service/metrics';
import {
  type ClockWatch,
  type InfrastructureChecks,
  operationsBefore,
  recordReaders,
} from '@almanac/service/operations';
import { createRemoteOpening } from '@almanac/service/persons';
import { LOOPBACK } from '../loopback.ts';
import { IN_MEMORY } from './dataFolder.ts';
import { type FileWatch, watchFiles } from './fileWatch.ts';
import { startSigning } from './signing.ts';

/** The dependencies that all services of a site share. */
export interface Surroundings {
  readonly databaseOf: (service: string) => string;
  /** The folder of media files. */
  readonly uploads: string;
  /** The folder of the site's data; missing if nothing is stored on disk. */
  readonly folder?: string | undefined;
  readonly durability: Durability;
  /** Opens a service's database in memory; by default it is empty. */
  readonly openMemory?: ((collections: readonly Collection[]) => DatabaseSync) | undefined;
  readonly secret: string;
  /** The keys that encrypt the secrets of outside services. */
  readonly secretKeys: SecretKeys;
  readonly site: SiteFile;
  /** The commit that the site was built from, for `almanac_build_info`. */
  readonly revision?: string;
  readonly log: Log;
  readonly now: () => Date;
  /** The watch of the machine's clock; commands have none. */
  readonly clock?: ClockWatch;
  readonly sources: Sources;
  /** Returns the address of a service; undefined until it listens. */
  readonly addressOf: (service: ServiceName) => string | undefined;
  /** The environment; each service receives only the variables that the manifest gives it. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Default: `defaultLimits`. */
  readonly limits?: LimitSettings;
  readonly expensiveAnswers: ExpensiveAnswers;
  /** Ends long writes when the site stops; commands have none. */
  readonly stopping?: AbortSignal;
  /** Receives the progress of a rebuild at the start of a service. */
  readonly onRebuild?: (service: ServiceName, progress: RebuildProgress) => void;
}

/** A service that runs in this process. */
export interface HostedService<App extends ServiceApp = ServiceApp> {
  readonly app: App;
  readonly address: string;
  /** Answers requests without a connection. */
  readonly listener: RequestListener;
  readonly store: EventStore;
  readonly documents: Documents;
  readonly entries: Entries;
  readonly bus: Bus;
  /** The metrics of the service. */
  readonly registry: Metrics['registry'];
  /** Returns the reason why writes would be lost: the database file was deleted or replaced. */
  lostFile(): string | undefined;
  /** Ends requests first, then the service's own work. Its store stays open for services that follow its log. */
  stop(): Promise<void>;
  /** Stops the service and closes its store. */
  close(): Promise<void>;
}

/** Times of the leases of about sixty readers, in milliseconds: nobody waits for a heartbeat, and each is a write. */
const LONG_LEASE = { duration: 60_000, beat: 20_000 };

/** Opens the database file of a service, creates the service on it and listens on a loopback port. */
export const hostService = async <App extends ServiceApp>(
  definition: ServiceDefinition<App>,
  around: Surroundings,
): Promise<HostedService<App>> => {
  const { name } = definition;
  const { now, sources } = around;
  const log = around.log.child({ service: name });
  const location = around.databaseOf(name);
  const metrics = createMetrics({ service: name, version: definition.version, revision: around.revision });
  const serviceMetrics = createServiceMetrics(metrics.registry);
  const database =
    (location === IN_MEMORY ? around.openMemory?.(definition.collections) : undefined) ??
    openDatabase(location, { durability: around.durability });
  const files = watchFiles(database, log);
  const documents = createSqliteDocuments(database, definition.collections, { isLogBeside: true });
  const entries = serviceMetrics.entries(createSqliteEntries(database, { now: () => now().getTime() }));
  const store = serviceMetrics.store(createSqliteEventStore(database, { documents }));
  // Only this process uses the data folder, so leases of an earlier run belong to it.
  const holder = 'all-in-one';
  const fetchInternal = createFetchInternal({ ...around, from: name });
  const opening = createRemoteOpening(fetchInternal);
  const leased = { holder, lease: LONG_LEASE };
  const bus = createEmbeddedBus({ ...leased, sources, entries, log, observer: serviceMetrics.bus, opening });
  const effects = createEffects({
    ...leased,
    service: name,
    store,
    entries,
    now,
    log,
    observer: serviceMetrics.effects,
  });
  const noting = recordStartedReaders({ bus, effects });
  const secrets = createSecrets({ service: name, entries, keys: around.secretKeys });
  const persons = createPersonKeys({ service: name, entries, keys: around.secretKeys });
  const numbers = createNumbers(entries, serviceNumbers[name]);
  const own = ownSettings(name, {
    ...around.environment,
    MEDIA_FOLDER: around.uploads,
    DATA: around.folder,
  });
  const counters = createSqliteCounters(database, { now: () => now().getTime() });
  const { onRefused } = serviceMetrics;
  const limits = createLimits({ ...around, log, counters, settings: around.limits ?? defaultLimits, onRefused });
  const opened = { ...around, store, documents, entries, secrets, numbers, limits, log, fetchInternal, ...noting };
  const { ports, readers } = recordReaders(opened, name, 'commits');
  const app = await definition.create(notedPorts(ports), own);
  const report = logRebuild(log);
  const onProgress = (progress: RebuildProgress): void => {
    report(progress);
    around.onRebuild?.(name, progress);
  };
  await refold(app, { store, documents, onProgress, log });
  const sealing = createSealing(persons.keep);
  sources.add(name, { store, publishing: app.publishing, restores: await readRestores(entries), sealing });
  const operations = operationsBefore(app.listener, {
    ...ports,
    ...app,
    persons,
    readers,
    grounds: {
      ...sqliteGrounds(database, location),
      clockSetBackMs: () => around.clock?.setBackMs() ?? 0,
      uploads: own.MEDIA_FOLDER,
      hasBucket: own.MEDIA_BUCKET !== undefined,
    },
  });
  const listener = servedBy(operations.listener, { metrics, store, files });
  const listening = await listen(listener, { port: 0, host: LOOPBACK });
  const signer = createSigner({ service: name, store, entries, secrets, now });
  const signing = startSigning(signer, log);
  watchBacklog(serviceMetrics, { ...noting.begun, entries, signer });

  const end = async (): Promise<void> => {
    await listening.close();
    await Promise.all([app.stop(), operations.stop()]);
    await Promise.all([bus.close(), effects.close()]);
  };
  let ended: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    ended ??= end();
    return ended;
  };
  const close = async (): Promise<void> => {
    await stop();
    await store.close();
    await signing.stop();
    files.stop();
    database.close();
  };
  const { registry } = metrics;
  const address = `http://${LOOPBACK}:${listening.port}`;
  return { app, registry, address, listener, store, documents, entries, bus, lostFile: files.lostFile, stop, close };
};

/** Rebuilds documents whose projection version has changed. */
const refold = async (
  { registrations }: ServiceApp,
  { log, ...around }: Pick<RebuildOptions, 'store' | 'documents' | 'onProgress'> & { readonly log: Log },
): Promise<void> => {
  const report = await rebuildOutdated({ ...around, registrations });
  if (report !== undefined && report.events > 0) log.info(report, 'documents rebuilt');
};

/** Puts the operations of the process in front of a service's listener. */
const servedBy = (
  listener: RequestListener,
  { metrics, store, files }: { readonly metrics: Metrics; readonly store: EventStore; readonly files: FileWatch },
): RequestListener => {
  const unready = async () => {
    await store.last();
    const reason = files.lostFile();
    return reason === undefined ? {} : { store: reason };
  };
  return withOperations(listener, { metrics, unready });
};

/** Returns the checks of the infrastructure of a service whose store is a file or in memory. */
const sqliteGrounds = (
  database: DatabaseSync,
  location: string,
): Pick<InfrastructureChecks, 'disk' | 'storeBytes' | 'storeTime'> => ({
  disk: async () => {
    if (location === IN_MEMORY) return undefined;
    const { bavail, blocks, bsize } = await statfs(dirname(location));
    return { free: bavail * bsize, size: blocks * bsize };
  },
  storeBytes: async () => {
    if (location === IN_MEMORY) return pagesOf(database);
    return (await stat(location)).size + (await stat(`${location}-wal`)).size;
  },
  storeTime: async () => undefined,
});

const pagesOf = (database: DatabaseSync): number => {
  const size = 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()';
  return prepare<{ readonly bytes: number }>(database, size).get()?.bytes ?? 0;
};
