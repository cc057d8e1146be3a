import { serviceNumbers } from '@almanac/contracts';
import {
  createSqliteCounters,
  createSqliteDocuments,
  createSqliteEntries,
  openDatabase,
} from '@almanac/documents/sqlite';
import { silentEffects } from '@almanac/effects/testing';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { anonymous, type Principal, type Role, roles, signPrincipal, system } from '@almanac/identity';
import type { Delivery, Subscription } from '@almanac/messaging';
import { checkAnswers } from '@almanac/rest/answer-faults';
import { withSeal } from '@almanac/rest/testing';
import { secretsUnderTest } from '@almanac/secrets/testing';
import {
  createLimits,
  defaultLimits,
  type FetchInternal,
  listen,
  type OwnSettings,
  readSite,
  type ServicePorts,
  silentLog,
} from '@almanac/service';
import { fixedSettings } from '@almanac/settings';
import { createNumbers } from '@almanac/write-side';
import { collections, createTranslation } from './app.ts';
import { composeTranslation } from './composeTranslation.ts';
import { openMoFolders } from './moFolders.ts';
import type { Outside } from './remoteServices.ts';
import type { Surroundings, Translation } from './translation.ts';

afterAll(checkAnswers());

export const ORIGIN = 'http://site.test';

export type Asker = 'visitor' | 'site' | Role;

export interface SpecAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
  readonly body: any;
}

export interface Asking {
  readonly as?: Asker;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly language?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Served extends ServicePorts {
  /** Asks, as an administrator unless told otherwise; paths start with their namespace. */
  ask(method: string, path: string, asking?: Asking): Promise<SpecAnswer>;
  /** The whole service, for what no route offers. */
  readonly translation: Translation;
  /** Moves the clock on. */
  advance(milliseconds: number): void;
  /** Hands events of other services to the subscriptions, in order, each at a position of its own. */
  deliver(...events: readonly TestEvent[]): Promise<void>;
  stop(): Promise<void>;
}

export type TestEvent = Pick<Delivery, 'type' | 'data'> & Partial<Delivery>;

const SECRET = 'a secret for specs';

export const startOfSpecs = '2031-01-01T12:00:00Z';

/** Translation behind HTTP on SQLite in memory, its clock and what it hears in the spec's hands. */
export const serveTranslation = async (
  site: object = {},
  fetchInternal: FetchInternal = usersOfRoles,
  outside: Outside = { remote: undefined, publicUrl: undefined, restPrefix: 'json' },
  own: OwnSettings = {},
): Promise<Served> => {
  let clock = Date.parse(startOfSpecs);
  let position = 0;
  const subscriptions: Subscription[] = [];
  const ports = portsOf({ name: 'Riverside', ...site }, { now: () => new Date(clock), subscriptions, fetchInternal });
  const around = { ...outside, moFolders: openMoFolders(own) };
  const app = createTranslation(ports, around);
  await app.start();
  const listening = await listen(app.listener, { port: 0, host: '127.0.0.1' });
  return {
    ...ports,
    translation: translationOn({ ...ports, ...around }, site),
    ask: (method, path, asking = {}) => ask(`http://127.0.0.1:${listening.port}`, ports, { method, path, ...asking }),
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

const translationOn = (ports: ServicePorts & Surroundings, site: object): Translation =>
  composeTranslation(ports, fixedSettings(readSite(site).settings));

/** What slices work with, without anybody listening. */
export const translationOf = (site: object = {}): Translation =>
  translationOn(
    {
      ...portsOf(site, { now: () => new Date(startOfSpecs), subscriptions: [], fetchInternal: usersOfRoles }),
      ...{ remote: undefined, publicUrl: undefined, restPrefix: 'json', moFolders: openMoFolders({}) },
    },
    site,
  );

/** Core as far as it is asked whether there are users: those of `principalOf`. */
export const usersOfRoles: FetchInternal = async (_service, path) => {
  const id = Number(/^\/core\/v2\/users\/(\d+)$/.exec(path)?.[1]);
  if (id <= roles.length) return { status: 200, headers: new Headers(), body: { id } };
  return { status: 404, headers: new Headers(), body: { code: 'rest_user_invalid_id', message: 'No such user.' } };
};

const anyDelivery: Omit<Delivery, 'type' | 'data' | 'position'> = {
  source: 'core',
  epoch: 1,
  n: 0,
  key: 'spec',
  at: '2031-01-01T00:00:00.000Z',
  principal: 'system',
  language: 'en',
  correlation: 'spec',
};

interface Given {
  readonly now: () => Date;
  readonly subscriptions: Subscription[];
  readonly fetchInternal: FetchInternal;
}

const portsOf = (site: object, { now, subscriptions, fetchInternal }: Given): ServicePorts => {
  const database = openDatabase(':memory:', { durability: 'normal' });
  const documents = createSqliteDocuments(database, collections);
  const entries = createSqliteEntries(database, { now: () => now().getTime() });
  const counters = createSqliteCounters(database, { now: () => now().getTime() });
  return {
    documents,
    entries,
    now,
    bus: {
      subscribe: async (subscription) => {
        if (subscription.ephemeral !== true) subscriptions.push(subscription);
        return { reached: async () => true, lag: async () => new Map(), stop: async () => undefined };
      },
      close: async () => undefined,
    },
    effects: silentEffects,
    secrets: secretsUnderTest('translation', entries),
    store: createSqliteEventStore(database, { documents }),
    numbers: createNumbers(entries, serviceNumbers.translation),
    log: silentLog,
    site: readSite(site),
    secret: SECRET,
    limits: createLimits({ counters, settings: defaultLimits, secret: SECRET, now }),
    fetchInternal,
  };
};

interface Sent extends Asking {
  readonly method: string;
  readonly path: string;
}

const ask = async (address: string, { secret, now }: ServicePorts, sent: Sent): Promise<SpecAnswer> => {
  const { method, path, as = 'administrator', language = 'en', headers = {} } = sent;
  const bytes = sent.body === undefined ? null : JSON.stringify(sent.body);
  const all = {
    'x-almanac-site': ORIGIN,
    'x-almanac-api-root': `${ORIGIN}/${language}/json`,
    'x-almanac-language': language,
    'x-almanac-principal': signPrincipal(principalOf(as), secret, now()),
    ...(bytes !== null && { 'content-type': 'application/json' }),
    ...headers,
  };
  const { pathname, search, href } = new URL(`${address}${path}`);
  const sealed = withSeal({ method, target: `${pathname}${search}`, headers: all, body: bytes }, { secret, now });
  const response = await fetch(href, { method, headers: sealed, body: bytes });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: bodyOf(response.headers, text) };
};

/** Files are answered as they are. */
const bodyOf = (headers: Headers, text: string) => {
  if (text === '') return undefined;
  return headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
};

const principalOf = (as: Asker): Principal => {
  if (as === 'visitor') return anonymous;
  if (as === 'site') return system;
  return { kind: 'user', id: roles.indexOf(as) + 1, login: as, roles: [as] };
};
