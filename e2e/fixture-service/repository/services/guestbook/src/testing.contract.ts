import {
  createSqliteCounters,
  createSqliteDocuments,
  createSqliteEntries,
  openDatabase,
} from '@almanac/documents/sqlite';
import { silentEffects } from '@almanac/effects/testing';
import { createNumbers } from '@almanac/event-sourcing';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { anonymous, type Principal, type Role, roles, signPrincipal } from '@almanac/identity';
import type { Subscription } from '@almanac/messaging';
import { withSeal } from '@almanac/rest/testing';
import { secretsUnderTest } from '@almanac/secrets/testing';
import { createLimits, defaultLimits, listen, readSite, type ServicePorts, silentLog } from '@almanac/service';
import { createGuestbook } from './app.ts';
import type { Guestbook } from './guestbook.ts';
import { collections } from './service.ts';

const SECRET = 'a secret for specs';
const NUMBER = 5;

const now = (): Date => new Date('2031-01-01T12:00:00Z');

export type Asker = 'visitor' | Role;

export interface Served extends ServicePorts {
  ask(method: string, path: string, asking?: { as?: Asker; body?: object }): Promise<{ status: number; body: unknown }>;
  /** Delivers an event of core to the subscription. */
  deliver(type: string, data: { readonly id: number }): Promise<void>;
  stop(): Promise<void>;
}

const portsOf = (bus: ServicePorts['bus']): ServicePorts => {
  const database = openDatabase(':memory:', { durability: 'normal' });
  const documents = createSqliteDocuments(database, collections);
  const entries = createSqliteEntries(database, { now: () => now().getTime() });
  const counters = createSqliteCounters(database, { now: () => now().getTime() });
  return {
    documents,
    entries,
    bus,
    now,
    log: silentLog,
    secret: SECRET,
    site: readSite({ name: 'Riverside' }),
    store: createSqliteEventStore(database, { documents }),
    effects: silentEffects,
    secrets: secretsUnderTest('guestbook', entries),
    numbers: createNumbers(entries, NUMBER),
    limits: createLimits({ counters, settings: defaultLimits, secret: SECRET, now, log: silentLog }),
    fetchInternal: async () => {
      throw new Error('nobody is asked');
    },
  };
};

/** The service behind HTTP on SQLite in memory. */
export const serveGuestbook = async (): Promise<Served> => {
  const subscriptions: Subscription[] = [];
  let position = 0;
  const ports = portsOf({
    subscribe: async (subscription) => {
      subscriptions.push(subscription);
      return { reached: async () => true, lag: async () => new Map(), stop: async () => undefined };
    },
    close: async () => undefined,
  });
  const app = createGuestbook(ports);
  await app.start();
  const listening = await listen(app.listener, { port: 0, host: '127.0.0.1' });
  return {
    ...ports,
    ask: (method, path, asking) => ask(`http://127.0.0.1:${listening.port}`, { method, path, ...asking }),
    deliver: async (type, data) => {
      position += 1;
      const delivery = { source: 'core', epoch: 1, n: 0, at: '2031-01-01T00:00:00.000Z', position } as const;
      const origin = { principal: 'system', language: 'en', correlation: 'spec', key: `user-${data.id}` };
      for (const { handle } of subscriptions) await handle({ ...delivery, ...origin, type, data });
    },
    stop: async () => {
      await listening.close(0);
      await app.stop();
      await ports.store.close();
    },
  };
};

/** The port alone, for the declarations of routes. */
export const guestbookOf = (): Guestbook => ({
  ...portsOf({ subscribe: () => Promise.reject(new Error('no bus')), close: async () => undefined }),
  waitForCopies: async () => undefined,
});

interface Asking {
  readonly method: string;
  readonly path: string;
  readonly as?: Asker;
  readonly body?: object;
}

const ask = async (origin: string, { method, path, as = 'visitor', body }: Asking) => {
  const headers = {
    'x-almanac-site': 'http://site.test',
    'x-almanac-api-root': 'http://site.test/en/json',
    'x-almanac-language': 'en',
    'x-almanac-principal': signPrincipal(principalOf(as), SECRET, now()),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const sealed = withSeal({ method, target: path, headers }, { secret: SECRET, now });
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(origin + path, { method, headers: sealed, ...sent });
  return { status: response.status, body: await response.json() };
};

const principalOf = (as: Asker): Principal => {
  if (as === 'visitor') return anonymous;
  return { kind: 'user', id: roles.indexOf(as) + 1, login: as, roles: [as] };
};
