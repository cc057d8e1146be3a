import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { ServiceName } from '@almanac/contracts';
import { definition as core, type FirstCredentials } from '@almanac/core/definition';
import type { Durability } from '@almanac/documents/sqlite';
import { createGateway, type Gateway, type GatewayOptions } from '@almanac/gateway/app';
import { forgettingCredentials, gatewayRules, gatewaySettings } from '@almanac/gateway/subscriptions';
import { connectionLimit, NO_PROXIES } from '@almanac/gateway/trusted-proxies';
import { createSources } from '@almanac/messaging/embedded';
import { createExpensiveAnswers, defaultExpensiveAnswers, type ExpensiveAnswers, siteStopping } from '@almanac/rest';
import type { SecretKeys } from '@almanac/secrets';
import {
  createFetchInternal,
  type FetchInternal,
  type LimitSettings,
  type Log,
  listen,
  networkOf,
  type ServiceApp,
  type ServiceDefinition,
  type SiteFile,
} from '@almanac/service';
import { watchClock } from '@almanac/service/operations';
import { engineBeside } from '../engineBeside.ts';
import { assembled, type Stoppable } from './assembled.ts';
import { type DataFolder, openDataFolder } from './dataFolder.ts';
import { definitions } from './definitions.ts';
import { noteHeldCommits } from './heldData.ts';
import { refuseDamage } from './refuseDamage.ts';
import { type HostedService, hostService, type Surroundings } from './serviceHost.ts';

export interface SiteOptions {
  /** The port; 0 lets the system choose. */
  readonly port: number;
  /** The host to listen on; default: every interface. */
  readonly host?: string;
  /** A folder, or `:memory:`. */
  readonly data: string;
  readonly site: SiteFile;
  readonly log: Log;
  readonly durability?: Durability;
  /** Opens the database of a service of a site in memory; default: an empty one. */
  readonly openMemory?: Surroundings['openMemory'];
  /** The {prefix} of the REST root; default `json`. */
  readonly prefix?: string;
  readonly profile?: NonNullable<GatewayOptions['profile']>;
  readonly publicUrl?: string;
  readonly trustedProxies?: GatewayOptions['trustedProxies'];
  readonly allowPlainPasswords?: boolean;
  readonly mcpNamespaces?: readonly string[];
  readonly siteOrigin?: string;
  /** The folder of the console; by default there is none. */
  readonly console?: string;
  readonly operationsToken?: string;
  readonly revision?: string;
  readonly security?: NonNullable<GatewayOptions['security']>;
  /** Default: keys that are stored with the data. */
  readonly secretKeys?: SecretKeys;
  /** Default: `defaultLimits`. */
  readonly limits?: LimitSettings;
  /** Default: the limits `defaultExpensiveAnswers`. */
  readonly expensiveAnswers?: ExpensiveAnswers;
  readonly now?: () => Date;
  /** Maximum bytes of answers in memory; by default none are kept. */
  readonly cacheBytes?: number;
  /** True to begin an empty site if data are lost; what is left is moved aside. */
  readonly beginAnew?: boolean;
  /** Environment variables; the manifest lists those of each service. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** A whole site in one process. */
export interface RunningSite extends Stoppable {
  readonly port: number;
  readonly services: ReadonlyMap<ServiceName, HostedService>;
  readonly gateway: Gateway;
  /** Sends a request to a service as the gateway does, in the name of the site itself. */
  readonly fetchInternal: FetchInternal;
  /**
   * The credentials of the administrator that a first start without users creates; shown at each start until
   * `finishFirstStart`.
   */
  readonly firstCredentials: FirstCredentials | undefined;
  finishFirstStart(): Promise<void>;
}

const BODY_LIMIT = 64 * 1024 * 1024;
const SERVICE_TIMEOUT = 30_000;

/**
 * Starts every service, the bus between them and the gateway in this process: the same code as in production, on SQLite
 * (docs/architecture.md §6, embedded).
 * @throws ConfigurationError if the port or the data folder is in use
 */
export const startSite = (options: SiteOptions): Promise<RunningSite> =>
  assembled(async (parts) => {
    const now = options.now ?? (() => new Date());
    const folder = parts.adopt(openFolder(options), (opened) => opened.close());
    // Listens first: a start that fails to listen must not use up the first start.
    const listener = await openListener(parts, options);
    const file = folder.databaseOf('engine');
    const engine = parts.adopt(await engineBeside(options.environment ?? {}, { file, log: options.log }), (each) =>
      each.stop(),
    );
    const stopping = new AbortController();
    const { services, accounts, fetchInternal } = await startServices(parts, {
      ...options,
      stopping: stopping.signal,
      environment: { ...options.environment, ...engine.told },
      ...folder,
      secretKeys: options.secretKeys ?? folder.secretKeys,
      now,
      tell: listener.tell,
    });
    const { bus } = accounts;
    const settings = gatewaySettings({ ...options, bus, fetchInternal });
    parts.defer(() => settings.stop());
    await settings.start();
    const rules = gatewayRules({ ...options, bus, fetchInternal, services: services.keys() });
    parts.defer(() => rules?.stop());
    await rules?.start();
    const shared = { services, fetchInternal, secret: folder.secret, now, settings, stopping: stopping.signal };
    const around = { ...shared, ...(rules && { rules }) };
    const gateway = createGateway(gatewayOptions(options, around));
    parts.defer(() => gateway.stop());
    await gateway.start();
    await bus.subscribe(forgettingCredentials(gateway));
    listener.serve(gateway.listener);
    // Running requests end before the parts that they need.
    parts.defer(() => listener.close());
    parts.defer(() => stopping.abort(siteStopping()));
    const firstCredentials = accounts.app.firstCredentials();
    const finishFirstStart = () => accounts.app.finishFirstStart();
    return { port: listener.port, services, gateway, fetchInternal, firstCredentials, finishFirstStart };
  });

const openFolder = ({ data, secretKeys, beginAnew = false }: SiteOptions): DataFolder =>
  openDataFolder(data, { hasOwnKeys: secretKeys !== undefined, beginAnew });

/** Listens at once; answers 503 with a retry time, and the told step of the start, until `serve` is called. */
const openListener = async (
  parts: AsyncDisposableStack,
  { port, host, log, trustedProxies = NO_PROXIES }: SiteOptions,
) => {
  let step = 'starting';
  let listener: RequestListener = (_request, response) => {
    response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' }).end(step);
  };
  const listening = await listen((request, response) => listener(request, response), {
    port,
    ...(host !== undefined && { host }),
    connectionLimit: connectionLimit(trustedProxies, log.child({ service: 'gateway' })),
    halfOpen: true,
  });
  parts.defer(() => listening.close());
  const serve = (next: RequestListener): void => {
    listener = next;
  };
  const tell = (next: string): void => {
    step = next;
  };
  return { port: listening.port, serve, tell, close: () => listening.close() };
};

type Services = ReadonlyMap<ServiceName, HostedService>;

const startServices = async (
  parts: AsyncDisposableStack,
  {
    tell,
    ...options
  }: SiteOptions & DataFolder & Pick<Surroundings, 'now' | 'stopping'> & { readonly tell: (step: string) => void },
) => {
  const services = new Map<ServiceName, HostedService>();
  const addressOf = (name: ServiceName): string | undefined => services.get(name)?.address;
  const durability = options.durability ?? 'full';
  const fetchInternal = createFetchInternal({ ...options, from: 'gateway', addressOf });
  const { expensiveAnswers = createExpensiveAnswers(defaultExpensiveAnswers, networkOf) } = options;
  const clock = watchClock(options.log);
  parts.defer(() => clock.stop());
  const onRebuild: Surroundings['onRebuild'] = (name, { position, last }) =>
    tell(`starting: rebuilding documents of ${name}, ${position} of ${last} commits`);
  const sources = createSources();
  const around: Surroundings = { ...options, durability, addressOf, clock, expensiveAnswers, sources, onRebuild };

  const refused = (name: ServiceName) => refuseDamage(name, options.databaseOf(name));
  const host = async <App extends ServiceApp>(definition: ServiceDefinition<App>): Promise<HostedService<App>> => {
    tell(`starting: opening ${definition.name}`);
    const service = await hostService(definition, around).catch(refused(definition.name));
    parts.defer(() => service.close());
    services.set(definition.name, service);
    return service;
  };

  const accounts = await host(core);
  for (const definition of definitions) if (definition.name !== core.name) await host(definition);
  // All services stop before the first store is closed, since each may follow another's log.
  for (const service of services.values()) parts.defer(() => service.stop());
  for (const [name, { app }] of services) {
    tell(`starting: work of ${name}`);
    await app.start().catch(refused(name));
  }
  if (options.folder !== undefined) {
    const commits = Array.from(services, async ([name, { store }]) => [name, await store.last()] as const);
    noteHeldCommits(options.folder, Object.fromEntries(await Promise.all(commits)));
  }
  return { services, accounts, fetchInternal };
};

const lostFiles = (services: Services): Record<string, string> =>
  Object.fromEntries(
    Array.from(services).flatMap(([name, service]) => {
      const reason = service.lostFile();
      return reason === undefined ? [] : [[name, reason]];
    }),
  );

const gatewayOptions = (
  options: SiteOptions,
  around: Pick<GatewayOptions, 'fetchInternal' | 'secret' | 'now' | 'settings' | 'stopping' | 'rules'> & {
    readonly services: Services;
  },
): GatewayOptions => {
  return {
    prefix: 'json',
    trustedProxies: NO_PROXIES,
    allowPlainPasswords: false,
    ...options,
    ...around,
    addresses: new Map([...around.services].map(([name, { address }]) => [name, address])),
    listeners: new Map([...around.services].map(([name, { listener }]) => [name, listener])),
    unready: () => lostFiles(around.services),
    metricsBeside: Array.from(around.services.values(), ({ registry }) => registry),
    newId: randomUUID,
    bodyLimit: BODY_LIMIT,
    serviceTimeout: SERVICE_TIMEOUT,
    log: options.log.child({ service: 'gateway' }),
  };
};
