import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { publishedEvents } from '@almanac/contracts';
import {
  createSqliteCounters,
  createSqliteDocuments,
  createSqliteEntries,
  openDatabase,
} from '@almanac/documents/sqlite';
import { silentEffects } from '@almanac/effects/testing';
import { createNumbers } from '@almanac/event-sourcing';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { namespaceOwners, routeOwners, serviceEntry, serviceNames, serviceNumbers } from '@almanac/manifest';
import type { Bus, Subscription } from '@almanac/messaging';
import type { RouteDescriptions } from '@almanac/rest';
import { createExpensiveAnswers } from '@almanac/rest';
import { secretsUnderTest } from '@almanac/secrets/testing';
import {
  createLimits,
  defaultLimits,
  readSite,
  type ServiceDefinition,
  ServiceUnavailableError,
  silentLog,
} from '@almanac/service';
import { type RunningSite, startSite } from '../all-in-one/compose.ts';
import { openDataFolder } from '../all-in-one/dataFolder.ts';
import { definitions } from '../all-in-one/definitions.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const site = readSite({ name: 'Riverside' });

/** Creates a bus without events that records its subscriptions. */
const notingBus = (noted: Subscription[]): Bus => ({
  subscribe: async (subscription) => {
    noted.push(subscription);
    return { reached: async () => true, lag: async () => new Map(), stop: async () => {} };
  },
  close: async () => {},
});

/** Returns the subscriptions that a service starts. */
const subscriptionsOf = async (definition: ServiceDefinition): Promise<Subscription[]> => {
  const folder = openDataFolder(':memory:');
  const database = openDatabase(':memory:', { durability: 'normal' });
  const documents = createSqliteDocuments(database, definition.collections);
  const entries = createSqliteEntries(database, { now: Date.now });
  const noted: Subscription[] = [];
  const now = () => new Date();
  const counters = createSqliteCounters(database, { now: Date.now });
  const ports = {
    limits: createLimits({ counters, settings: defaultLimits, secret: folder.secret, now, log: silentLog }),
    ...{
      documents,
      entries,
      site,
      log: silentLog,
      secret: folder.secret,
      bus: notingBus(noted),
      now,
    },
    expensiveAnswers: createExpensiveAnswers(),
    effects: silentEffects,
    secrets: secretsUnderTest(definition.name, entries),
    store: createSqliteEventStore(database, { documents }),
    numbers: createNumbers(entries, serviceNumbers[definition.name]),
    fetchInternal: async () => {
      throw new ServiceUnavailableError('core');
    },
  };
  const app = await definition.create(ports, { MEDIA_FOLDER: folder.uploads });
  await app.start();
  await app.stop();
  folder.close();
  return noted;
};

const saidIn = ({ sources, ephemeral }: Subscription): object => ({ sources, ...(ephemeral && { ephemeral }) });

describe('the folders of services', () => {
  it('are the services of the manifest', () => {
    expect(globSync('services/*', { cwd: root, exclude: ['services/console'] }).sort()).toEqual(
      serviceNames.map((name) => `services/${name}`).sort(),
    );
  });
});

describe.each(definitions.map((definition) => [definition.name, definition] as const))('%s', (name, definition) => {
  it('subscribes to the sources of the manifest', async () => {
    const said = Object.entries(serviceEntry(name).subscriptions).map(([subscription, { sources, ...more }]) => {
      return [subscription, { sources: sources === 'all' ? serviceNames : sources, ...more }];
    });
    const begun = await subscriptionsOf(definition);
    expect(Object.fromEntries(begun.map((each) => [each.name, saidIn(each)]))).toEqual(Object.fromEntries(said));
  });

  it('takes each type once, and only types that its sources publish', async () => {
    for (const { name: subscription, sources, takes } of await subscriptionsOf(definition)) {
      const published = publishedEvents.filter((each) => sources.includes(each.service)).map(({ type }) => type);
      const taken = takes.map(({ type }) => type);
      const wanted = published.filter((type) => taken.includes(type));
      expect([subscription, ...taken.sort()]).toEqual([subscription, ...wanted.sort()]);
    }
  });

  it('reads the environment only through its settings, which the manifest names', () => {
    const files = globSync(`${root}services/${name}/src/**/*.ts`).filter(
      (file) => !/\.(spec|contract)\.ts$/.test(file),
    );
    expect(files.filter((file) => readFileSync(file, 'utf8').includes('process.env'))).toEqual([]);
  });

  it('has a rights matrix, and names the recorded cases that it serves', () => {
    for (const file of ['src/permissions.spec.ts', 'offered.json']) {
      expect([file, existsSync(`${root}services/${name}/${file}`)]).toEqual([file, true]);
    }
  });
});

describe('a whole site', () => {
  let running: RunningSite;
  beforeAll(async () => {
    running = await startSite({ port: 0, host: '127.0.0.1', data: ':memory:', site, log: silentLog });
  });
  afterAll(() => running.stop());

  it.each(serviceNames)('has of %s the namespaces that the manifest assigns, and no others', async (name) => {
    const { body } = await running.fetchInternal(name, '/internal/routes');
    const served = Object.entries((body as RouteDescriptions).namespaces);
    const foreign = served.filter(([namespace]) => namespaceOwners.get(namespace) !== name);
    const patterns = foreign.flatMap(([, routes]) => Object.keys(routes));
    const starts = new Set(patterns.map((pattern) => pattern.split('/').slice(1, 4).join('/')));
    expect([...starts].sort()).toEqual(
      [...routeOwners].flatMap(([start, owner]) => (owner === name ? [start] : [])).sort(),
    );
    expect(served.length).toBeGreaterThan(foreign.length);
  });

  it('runs every service of the manifest', () => expect([...running.services.keys()]).toEqual(serviceNames));
});
