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
import { createLimits, defaultLimits, listen, readSite, type ServicePorts, silentLog } from '@almanac/service';
import { fixedSettings } from '@almanac/settings';
import { createNumbers } from '@almanac/write-side';
import { collections, createRedirection } from './app.ts';
import { composeRedirection, type WholeRedirection } from './composeRedirection.ts';

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
  /** A file, sent in the part `file` of a form. */
  readonly file?: { readonly name: string; readonly text: string };
  readonly language?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Served extends ServicePorts {
  /** Asks, as an administrator unless told otherwise; paths start in `redirection/v1`, or with `/internal`. */
  ask(method: string, path: string, asking?: Asking): Promise<SpecAnswer>;
  /** The whole service, for what no route offers. */
  readonly redirection: WholeRedirection;
  /** Moves the clock on. */
  advance(milliseconds: number): void;
  /** Hands events of other services to the subscriptions, in order, each at a position of its own. */
  deliver(...events: readonly TestEvent[]): Promise<void>;
  stop(): Promise<void>;
}

export type TestEvent = Pick<Delivery, 'type' | 'data'> & Partial<Delivery>;

const SECRET = 'a secret for specs';

export const startOfSpecs = '2031-01-01T12:00:00Z';

/** Redirection behind HTTP on SQLite in memory, its clock and what it hears in the spec's hands. */
export const serveRedirection = async (site: object = {}): Promise<Served> => {
  let clock = Date.parse(startOfSpecs);
  let position = 0;
  const subscriptions: Subscription[] = [];
  const ports = portsOf({ name: 'Riverside', ...site }, () => new Date(clock), subscriptions);
  const app = createRedirection(ports);
  await app.start();
  const listening = await listen(app.listener, { port: 0, host: '127.0.0.1' });
  return {
    ...ports,
    redirection: redirectionOn(ports, site),
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

const redirectionOn = (ports: ServicePorts, site: object): WholeRedirection =>
  composeRedirection(ports, fixedSettings(readSite(site).settings));

/** What slices work with, without anybody listening. */
export const redirectionOf = (site: object = {}): WholeRedirection =>
  redirectionOn(
    portsOf(site, () => new Date(startOfSpecs), []),
    site,
  );

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

const portsOf = (site: object, now: () => Date, subscriptions: Subscription[]): ServicePorts => {
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
    secrets: secretsUnderTest('redirection', entries),
    store: createSqliteEventStore(database, { documents }),
    numbers: createNumbers(entries, serviceNumbers.redirection),
    log: silentLog,
    site: readSite(site),
    secret: SECRET,
    limits: createLimits({ counters, settings: defaultLimits, secret: SECRET, now }),
    fetchInternal: async () => {
      throw new Error('nobody is asked');
    },
  };
};

interface Sent extends Asking {
  readonly method: string;
  readonly path: string;
}

/** The body with its content type: JSON, or a form that bears a file. */
const bodyOf = ({ body, file }: Asking): { readonly bytes: string | null; readonly type?: string } => {
  if (file === undefined)
    return body === undefined ? { bytes: null } : { bytes: JSON.stringify(body), type: 'application/json' };
  const head = `--part\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\n\r\n`;
  return { bytes: `${head}${file.text}\r\n--part--\r\n`, type: 'multipart/form-data; boundary=part' };
};

const ask = async (address: string, { secret, now }: ServicePorts, sent: Sent): Promise<SpecAnswer> => {
  const { method, path, as = 'administrator', language = 'en', headers = {} } = sent;
  const { bytes, type } = bodyOf(sent);
  const all = {
    'x-almanac-site': ORIGIN,
    'x-almanac-api-root': `${ORIGIN}/${language}/json`,
    'x-almanac-language': language,
    'x-almanac-principal': signPrincipal(principalOf(as), secret, now()),
    ...(type === undefined ? {} : { 'content-type': type }),
    ...headers,
  };
  const { pathname, search, href } = new URL(
    `${address}${path.startsWith('/internal') ? '' : '/redirection/v1'}${path}`,
  );
  const sealed = withSeal({ method, target: `${pathname}${search}`, headers: all, body: bytes }, { secret, now });
  const response = await fetch(href, { method, headers: sealed, body: bytes });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
};

const principalOf = (as: Asker): Principal => {
  if (as === 'visitor') return anonymous;
  if (as === 'site') return system;
  return { kind: 'user', id: roles.indexOf(as) + 1, login: as, roles: [as] };
};

/** A rule as clients send it, from `/old` to `/new` in the first group. */
export const sentRule = {
  url: '/old',
  match_type: 'url',
  action_type: 'url',
  action_code: 301,
  action_data: { url: '/new' },
  match_data: { source: { flag_query: 'exact', flag_case: false, flag_trailing: false, flag_regex: false } },
  group_id: 1,
} as const;
