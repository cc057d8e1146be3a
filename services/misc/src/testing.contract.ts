import { serviceNumbers } from '@almanac/contracts';
import {
  createSqliteCounters,
  createSqliteDocuments,
  createSqliteEntries,
  openDatabase,
} from '@almanac/documents/sqlite';
import { createEffects } from '@almanac/effects';
import { silentEffects } from '@almanac/effects/testing';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { anonymous, type Principal, type Role, roles, signPrincipal, system } from '@almanac/identity';
import type { Delivery, KeyedEventPosition, Subscription } from '@almanac/messaging';
import { checkAnswers } from '@almanac/rest/answer-faults';
import { withSeal } from '@almanac/rest/testing';
import { secretsUnderTest } from '@almanac/secrets/testing';
import {
  createLimits,
  defaultLimits,
  type FetchInternal,
  listen,
  readSite,
  type ServicePorts,
  ServiceUnavailableError,
  silentLog,
} from '@almanac/service';
import { fixedSettings } from '@almanac/settings';
import { createNumbers } from '@almanac/write-side';
import { collections, createMisc } from './app.ts';
import { composeMisc, type MiscOptions, type WholeMisc } from './composeMisc.ts';

afterAll(checkAnswers());

export const ORIGIN = 'http://site.test';

const SECRET = 'a secret for specs';

export const startOfSpecs = '2031-01-01T12:00:00Z';

export type Asker = 'visitor' | 'site' | Role;

export interface SpecAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
  readonly body: any;
}

export interface Asking {
  readonly as?: Asker;
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Served extends ServicePorts {
  /** Asks as a visitor by default; paths start at the namespace. */
  ask(path: string, asking?: Asking): Promise<SpecAnswer>;
  /** The whole service, for what no route offers. */
  readonly misc: WholeMisc;
  /** Moves the clock on. */
  advance(milliseconds: number): void;
  /** Hands events to the subscription, in order, each at a position of its own. */
  deliver(...events: readonly TestEvent[]): Promise<void>;
  /** The positions that were waited for. */
  readonly awaited: KeyedEventPosition[];
  stop(): Promise<void>;
}

export interface TestEvent {
  readonly type: string;
  readonly key: string;
  readonly data: unknown;
  readonly position?: number;
}

export interface Serving extends MiscOptions {
  readonly site?: object;
  /** Called for every position that is waited for. */
  readonly reached?: (position: KeyedEventPosition, patience: number) => Promise<boolean>;
  readonly log?: ServicePorts['log'];
  /** Whether outside effects are done; by default none is. */
  readonly doesEffects?: boolean;
  /** Answers in place of the other services; by default none of them does. */
  readonly fetchInternal?: FetchInternal;
}

/** The service behind HTTP on SQLite in memory, its clock and what it hears in the spec's hands. */
export const serveMisc = async ({
  site = {},
  reached,
  fetchInternal,
  log,
  doesEffects,
  ...options
}: Serving = {}): Promise<Served> => {
  let clock = Date.parse(startOfSpecs);
  let position = 0;
  const subscriptions: Subscription[] = [];
  const awaited: KeyedEventPosition[] = [];
  const bus: ServicePorts['bus'] = {
    subscribe: async (subscription) => {
      subscriptions.push(subscription);
      const wait = async (_source: unknown, position: KeyedEventPosition, patience: number) => {
        awaited.push(position);
        return (await reached?.(position, patience)) ?? true;
      };
      return { reached: wait, lag: async () => new Map(), stop: async () => undefined };
    },
    close: async () => undefined,
  };
  const known = {
    ...portsOf({ name: 'Riverside', ...site }, () => new Date(clock), bus),
    ...(fetchInternal !== undefined && { fetchInternal }),
    ...(log !== undefined && { log }),
  };
  const ports = { ...known, ...(doesEffects && { effects: createEffects({ ...known, service: 'misc', poll: 20 }) }) };
  const app = createMisc(ports, options);
  await app.start();
  const listening = await listen(app.listener, { port: 0, host: '127.0.0.1' });
  return {
    ...ports,
    misc: miscOn(ports, site, options),
    awaited,
    ask: (path, asking) => ask(`http://127.0.0.1:${listening.port}${path}`, ports, asking),
    advance: (milliseconds) => {
      clock += milliseconds;
    },
    deliver: async (...events) => {
      for (const event of events) {
        position = event.position ?? position + 1;
        for (const { handle } of subscriptions) await handle({ ...anyDelivery, ...event, position });
      }
    },
    stop: async () => {
      await listening.close(0);
      await app.stop();
      await ports.store.close();
    },
  };
};

const miscOn = (ports: ServicePorts, site: object, options: MiscOptions = {}): WholeMisc =>
  composeMisc(
    ports,
    {
      settings: fixedSettings(readSite({ name: 'Riverside', ...site }).settings),
      waitForCopies: async () => undefined,
      waitForFeed: async () => undefined,
    },
    options,
  );

/** What slices work with, without anybody listening. */
export const miscUnderTest = (): WholeMisc => {
  const bus: ServicePorts['bus'] = {
    subscribe: () => Promise.reject(new Error('nobody is heard')),
    close: async () => undefined,
  };
  return miscOn(
    portsOf({}, () => new Date(startOfSpecs), bus),
    {},
  );
};

const anyDelivery: Omit<Delivery, 'type' | 'key' | 'data' | 'position'> = {
  source: 'core',
  epoch: 1,
  n: 0,
  at: '2031-01-01T00:00:00.000Z',
  principal: 'system',
  language: 'en',
  correlation: 'spec',
};

const portsOf = (site: object, now: () => Date, bus: ServicePorts['bus']): ServicePorts => {
  const database = openDatabase(':memory:', { durability: 'normal' });
  const documents = createSqliteDocuments(database, collections);
  const entries = createSqliteEntries(database, { now: () => now().getTime() });
  const counters = createSqliteCounters(database, { now: () => now().getTime() });
  return {
    documents,
    entries,
    now,
    bus,
    effects: silentEffects,
    secrets: secretsUnderTest('misc', entries),
    store: createSqliteEventStore(database, { documents }),
    numbers: createNumbers(entries, serviceNumbers.misc),
    log: silentLog,
    site: readSite(site),
    secret: SECRET,
    limits: createLimits({ counters, settings: defaultLimits, secret: SECRET, now }),
    fetchInternal: async (service) => {
      throw new ServiceUnavailableError(service);
    },
  };
};

const ask = async (address: string, { secret, now }: ServicePorts, asking: Asking = {}): Promise<SpecAnswer> => {
  const { as = 'visitor', method = 'GET', headers = {} } = asking;
  const body = asking.body === undefined ? null : JSON.stringify(asking.body);
  const all = {
    'x-almanac-site': ORIGIN,
    'x-almanac-api-root': `${ORIGIN}/en/json`,
    'x-almanac-language': 'en',
    'x-almanac-principal': signPrincipal(principalOf(as), secret, now()),
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  const { pathname, search } = new URL(address);
  const sealed = withSeal({ method, target: `${pathname}${search}`, headers: all, body }, { secret, now });
  const response = await fetch(address, { method, headers: sealed, body });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
};

const principalOf = (as: Asker): Principal => {
  if (as === 'visitor') return anonymous;
  if (as === 'site') return system;
  return { kind: 'user', id: roles.indexOf(as) + 1, login: as, roles: [as] };
};
