import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@almanac/infra/free-port';
import { type NodeProcess, startNodeProcess } from '@almanac/infra/native-process';
import { environmentOf, scriptOf } from '@almanac/infra/native-site';
import { type RunningService, serviceNames } from '@almanac/manifest';
import { siteFile } from '../../site.ts';
import { SITE_SECRET } from '../../siteSecret.ts';
import { Balancer } from './balancer.ts';
import { type HurtServer, nativeServers, type OwnServers } from './ownServers.ts';

export type PartName = RunningService | 'gateway';

export interface WorldOptions {
  /** Replicas of each part; default one. */
  readonly replicas?: Partial<Record<PartName, number>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Scripts that replace those of parts, relative to the repository. */
  readonly scripts?: Partial<Record<PartName, string>>;
  /** Servers for store and broker; default: processes of the site. */
  readonly servers?: OwnServers;
  /** Puts a proxy between the services and the store: takes the store's port, returns the proxy's. */
  readonly before?: (port: number) => Promise<number>;
}

/** A site of many processes for fault tests: a balancer for each part, and a broker and store of its own. */
export class World {
  readonly origin: string;
  readonly mongodbUrl: string;
  /** Output lines of the processes. */
  readonly said: string[] = [];
  readonly #options: WorldOptions;
  #environment: Readonly<Record<string, string>>;
  readonly #environmentOf = new Map<PartName, Readonly<Record<string, string>>>();
  readonly #balancers: ReadonlyMap<PartName, Balancer>;
  readonly #parts = new Map<PartName, NodeProcess[]>();
  readonly #broker: HurtServer;
  readonly #closing: AsyncDisposableStack;

  private constructor(given: CreatedWorld, options: WorldOptions) {
    this.#options = options;
    this.#balancers = given.balancers;
    this.#broker = given.broker;
    this.#closing = given.closing;
    this.mongodbUrl = given.mongodbUrl;
    this.origin = `http://127.0.0.1:${given.balancers.get('gateway')?.port}`;
    const ports = new Map(serviceNames.map((name) => [name as string, given.balancers.get(name)?.port ?? 0]));
    const environment = {
      SITE_FILE: siteFile,
      MEDIA_FOLDER: join(given.folder, 'media'),
      LOG_LEVEL: 'warn',
      TOPIC_PARTITIONS: '3',
      ...options.environment,
    };
    const own = { mongodbUrl: given.servedUrl, brokers: given.broker.address, secret: SITE_SECRET, environment };
    this.#environment = environmentOf(own, ports);
  }

  static async start(options: WorldOptions = {}): Promise<World> {
    const world = new World(await make(options), options);
    await Promise.all(serviceNames.map((name) => world.#startAll(name)));
    await world.#startAll('gateway');
    return world;
  }

  get brokers(): string {
    return this.#broker.address;
  }

  replicas(name: PartName): readonly NodeProcess[] {
    return this.#parts.get(name) ?? [];
  }

  /** Starts one more replica, with its own script or another, and waits until it is ready. */
  async add(name: PartName, script = this.#options.scripts?.[name] ?? scriptOf(name)): Promise<NodeProcess> {
    const say = (line: string): void => void this.said.push(line);
    const started = { name, script, port: await freePort() };
    const part = startNodeProcess({
      ...started,
      environment: { ...this.#environment, ...this.#environmentOf.get(name) },
      say,
    });
    this.#parts.set(name, [...this.replicas(name), part]);
    await part.ready();
    this.#balancers.get(name)?.add(part.address);
    return part;
  }

  /** Changes variables of all processes that start from now on. */
  setEnvironment(changed: Readonly<Record<string, string>>): void {
    this.#environment = { ...this.#environment, ...changed };
  }

  /** Sets variables of the processes of a part that start from now on. */
  setEnvironmentOf(name: PartName, own: Readonly<Record<string, string>>): void {
    this.#environmentOf.set(name, own);
  }

  /**
   * Replaces each replica of the parts, all parts at the same time as Kubernetes does, by a new one that is ready before
   * the old one stops.
   */
  async restart(names: readonly PartName[]): Promise<void> {
    await Promise.all(names.map((name) => this.#restartOne(name)));
  }

  /** Stops a replica; the balancer lists it until it has ended. */
  async end(part: NodeProcess, signal: NodeJS.Signals): Promise<void> {
    const name = part.name as PartName;
    await part.stop(signal);
    this.#balancers.get(name)?.remove(part.address);
    this.#parts.set(
      name,
      this.replicas(name).filter((each) => each !== part),
    );
  }

  async stopBroker(signal: NodeJS.Signals): Promise<void> {
    await this.#broker.stop(signal);
  }

  async startBroker(): Promise<void> {
    await this.#broker.start();
  }

  /** Returns a metric of a replica by its name and labels in Prometheus form; undefined if it is missing. */
  async figure({ address }: NodeProcess, name: string): Promise<number | undefined> {
    const text = await (await fetch(`${address}/metrics`)).text();
    const line = text.split('\n').find((each) => each.startsWith(name));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  }

  async stop(): Promise<void> {
    for (const name of ['gateway', ...serviceNames] as const) {
      await Promise.all(this.replicas(name).map((part) => part.stop()));
    }
    await this.#closing.disposeAsync();
  }

  async #restartOne(name: PartName): Promise<void> {
    for (const old of [...this.replicas(name)]) {
      await this.add(name);
      await this.end(old, 'SIGTERM');
    }
  }

  async #startAll(name: PartName): Promise<void> {
    for (let count = this.#options.replicas?.[name] ?? 1; count > 0; count--) await this.add(name);
  }
}

interface CreatedWorld {
  readonly folder: string;
  readonly mongodbUrl: string;
  /** Address of the store, or of its proxy, for the services. */
  readonly servedUrl: string;
  readonly broker: HurtServer;
  readonly balancers: ReadonlyMap<PartName, Balancer>;
  readonly closing: AsyncDisposableStack;
}

const make = async (options: WorldOptions): Promise<CreatedWorld> => {
  const closing = new AsyncDisposableStack();
  try {
    return { ...(await makeParts(options, closing)), closing: closing.move() };
  } finally {
    await closing.disposeAsync();
  }
};

const makeParts = async (
  { before, servers = nativeServers }: WorldOptions,
  closing: AsyncDisposableStack,
): Promise<Omit<CreatedWorld, 'closing'>> => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-faults-'));
  closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  const store = await servers.store();
  closing.defer(() => store.remove());
  const port = /:(\d+)/.exec(store.address.replace('://', ''))?.[1] ?? '';
  const servedUrl =
    before === undefined ? store.address : store.address.replace(`:${port}`, `:${await before(Number(port))}`);
  const broker = await servers.broker(join(folder, 'kafka'));
  closing.defer(() => broker.remove());
  const balancers = new Map<PartName, Balancer>();
  for (const name of [...serviceNames, 'gateway'] as const) {
    const balancer = new Balancer();
    await balancer.listen();
    closing.defer(() => balancer.close());
    balancers.set(name, balancer);
  }
  return { folder, mongodbUrl: store.address, servedUrl, broker, balancers };
};
