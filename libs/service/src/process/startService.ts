import { randomUUID } from 'node:crypto';
import { createProjector, type Signer } from '@almanac/event-sourcing';
import { createSealing, LEASE, type RunningRelay, readRestores, startRelay, systemTime } from '@almanac/messaging';
import { createSenders, publishedMessages } from '@almanac/messaging/kafka';
import type { OwnSettings, ServiceDefinition } from '../definition.ts';
import { endRequests } from '../endRequests.ts';
import { ConfigurationError } from '../environment.ts';
import { withOperations } from '../healthAndMetrics.ts';
import { createMetrics } from '../metrics.ts';
import { notedPorts } from '../notedPorts.ts';
import { openListener } from '../openListener.ts';
import { watchClock } from '../operations/clockWatch.ts';
import { type Operations, operationsBefore } from '../operations/operations.ts';
import { ownLogReader, recordReaders } from '../operations/readers.ts';
import { logRebuild } from '../rebuildLog.ts';
import type { ServiceApp } from '../service.ts';
import { lagOnceBelow } from './lagOnceBelow.ts';
import { type LeasedWork, onceLeased, startLeasedWork } from './leasedWork.ts';
import { findLostLog } from './lostLog.ts';
import { databaseName, prepareDatabase } from './mongodb.ts';
import { type OpenedPorts, type OpenOptions, openPorts } from './openPorts.ts';
import { type ReadinessChecks, unreadyReasons } from './readiness.ts';
import { retry } from './retry.ts';
import { createServiceMetrics, watchBacklog } from './serviceMetrics.ts';
import { startSigner } from './startSigner.ts';
import { startTopics, type Topics } from './topics.ts';

/**
 * Milliseconds between two reads of the log without a wake-up: the delay after which it sees another replica's writes.
 */
const RELAY_POLL = 100;
const PROJECTOR_REST = 500;
/**
 * Milliseconds that a start waits for the brokers; afterwards the service serves and writes, and its relay catches up
 * later.
 */
const BROKERS_WITHIN = 10_000;

interface Start<App extends ServiceApp> {
  readonly definition: ServiceDefinition<App>;
  readonly own: OwnSettings;
  readonly settings: OpenOptions['settings'];
  readonly topics: Topics;
  readonly parts: AsyncDisposableStack;
  readonly signal: AbortSignal;
  /** Unique to this process: the holder of its leases. */
  readonly holder: string;
}

/**
 * Starts a service on MongoDB and Kafka and serves it.
 * The stack ends its parts in this order: requests, the service's own work, its relay and projector, its ports.
 * @throws ConfigurationError if the port is taken; the signal's reason
 */
export const startService = async <App extends ServiceApp>(
  definition: ServiceDefinition<App>,
  given: Omit<OpenOptions, 'serviceMetrics'> & { readonly own: OwnSettings },
  parts: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<{ readonly port: number }> => {
  const { settings, log } = given;
  const { name, version, collections } = definition;
  const metrics = createMetrics({ service: name, version, revision: settings.REVISION, process: true });
  const options: OpenOptions = { ...given, serviceMetrics: createServiceMetrics(metrics.registry) };
  let checks: ReadinessChecks = {};
  const listener = await openListener({
    port: settings.PORT,
    ...(settings.HOST !== undefined && { host: settings.HOST }),
    front: (serve, unready) =>
      withOperations(serve, {
        metrics,
        unready: async () => ({ ...unready(), ...(await unreadyReasons(checks)) }),
        ...(settings.OPERATIONS_TOKEN !== undefined && { operationsToken: settings.OPERATIONS_TOKEN }),
      }),
  });
  parts.defer(() => listener.close());
  const topics = startTopics(settings, name, log);
  parts.defer(() => topics.stop());
  await retry({ what: 'MongoDB', log, signal }, () => prepareDatabase(settings, name, collections));
  const stopping = new AbortController();
  const opened = await openPorts(definition, { ...options, stopping: stopping.signal }, parts);
  await topics.there(BROKERS_WITHIN);
  await refuseLostLog({ name, ...opened }, options, signal);
  const start: Start<App> = { definition, own: given.own, settings, topics, parts, signal, holder: randomUUID() };
  const { background, operations } = await startWork(start, opened);
  const subscriptions = lagOnceBelow(opened.begun.subscriptions, settings.READY_LAG);
  checks = { ...checksOf(opened, background), bus: topics.verify, subscriptions };
  watchLags(options, opened, background);
  listener.serve(operations.listener);
  parts.defer(() => endRequests(listener, stopping, settings.DRAIN_MS));
  return listener;
};

/**
 * Checks an empty log before anything is written to it; waits for the brokers, whose topics show if it is a first
 * start.
 * @throws ConfigurationError for a lost log; the signal's reason
 */
const refuseLostLog = async (
  { name, ports, connection }: OpenedPorts & Pick<ServiceDefinition, 'name'>,
  { settings, log }: OpenOptions,
  signal: AbortSignal,
): Promise<void> => {
  const waiting = { what: 'the brokers, to learn if this is a first start', log, signal };
  const loss = await retry(waiting, () => findLostLog(ports, () => publishedMessages(connection, name)));
  if (loss === undefined) return;
  throw new ConfigurationError(
    `${name}: the database ${databaseName(settings, name)} was lost: ${loss}. Restore it from a backup, then run: npm run ops -- restored ${name}; or begin an empty site with another DATABASE_PREFIX and TOPIC_PREFIX.`,
  );
};

interface Background {
  readonly relay: RunningRelay;
  readonly projector: LeasedWork;
  readonly documentLag: () => Promise<number>;
  readonly signer: Signer;
}

/**
 * Starts the service's work. Replicas start one after another: the first updates the documents and does the work of a
 * first start.
 */
const startWork = async <App extends ServiceApp>(
  { definition, own, settings, topics, parts, signal, holder }: Start<App>,
  opened: OpenedPorts,
): Promise<{ readonly app: App; readonly background: Background; readonly operations: Operations }> => {
  const { name } = definition;
  const { ports, readers } = recordReaders(opened.ports, name, 'messages');
  const noted = notedPorts(ports);
  const app = await definition.create(noted, own);
  const onUnstorable = (err: Error): void => ports.log.error({ err }, 'a document is too large and was skipped');
  const projector = createProjector({
    ...ports,
    registrations: app.registrations,
    onUnstorable,
    onProgress: logRebuild(ports.log),
  });
  const leased = { ports, holder };
  let failure: { readonly error: unknown } | undefined;
  await onceLeased({ ...leased, name: `start/${name}`, signal }, async () => {
    const report = await projector.start(signal);
    if (report !== undefined && report.events > 0) ports.log.info(report, 'documents rebuilt');
    parts.defer(() => app.stop());
    // a service whose own start has failed is not started again in this process
    failure = await app.start().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
  });
  if (failure !== undefined) throw failure.error;
  // in a rolling upgrade each release runs its own projector; neither replaces documents by older ones
  const projecting = startLeasedWork(
    { ...leased, name: `projector/${name}/${projector.versions}`, rest: PROJECTOR_REST },
    projector.catchUp,
  );
  parts.defer(() => projecting.stop());
  const signer = startSigner({ ...leased, service: name, key: settings.SECRETS_KEY }, parts);
  const relay = startRelay(relayOptions(app, opened, { holder, restores: await readRestores(ports.entries) }));
  parts.defer(() => relay.stop());
  readers.push(
    ownLogReader('projector', name, projector.lag),
    ownLogReader(`relay/${name}`, name, () => relay.lag()),
  );
  const clock = watchClock(ports.log);
  parts.defer(() => clock.stop());
  const operations = operationsBefore(app.listener, {
    ...ports,
    ...app,
    ...(noted.sharedSources && { sharedSources: noted.sharedSources }),
    persons: opened.persons,
    readers,
    lagLimit: settings.READY_LAG,
    grounds: {
      ...opened.grounds,
      brokers: topics.examine,
      uploads: own.MEDIA_FOLDER,
      hasBucket: own.MEDIA_BUCKET !== undefined,
      clockSetBackMs: clock.setBackMs,
    },
  });
  parts.defer(() => operations.stop());
  return { app, background: { relay, projector: projecting, documentLag: projector.lag, signer }, operations };
};

interface RelayLife {
  readonly holder: string;
  readonly restores: readonly number[];
}

const relayOptions = (
  app: ServiceApp,
  { ports, persons, connection }: OpenedPorts,
  { holder, restores }: RelayLife,
) => ({
  service: app.name,
  source: { store: ports.store, publishing: app.publishing, restores, sealing: createSealing(persons.keep) },
  entries: ports.entries,
  makeSender: createSenders(connection, app.name),
  holder,
  time: systemTime,
  log: ports.log,
  poll: RELAY_POLL,
  lease: LEASE,
});

const checksOf = ({ ping }: OpenedPorts, { relay, projector }: Background): ReadinessChecks => ({
  store: ping,
  relay: () => relay.lag(),
  projector: async () => {
    if (projector.failure() !== undefined) throw projector.failure();
  },
});

const watchLags = ({ serviceMetrics }: OpenOptions, { ports, begun }: OpenedPorts, background: Background): void => {
  const { relay, documentLag, signer } = background;
  serviceMetrics.watch('almanac_document_lag_commits', 'Commits that the projector has not looked at', documentLag);
  serviceMetrics.watch('almanac_relay_lag_commits', 'Commits that are not sent to the topic', () => relay.lag());
  watchBacklog(serviceMetrics, { ...begun, signer, entries: ports.entries });
};
