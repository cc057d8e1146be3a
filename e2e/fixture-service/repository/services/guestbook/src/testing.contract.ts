import { anonymous, type Principal, type Role, roles, signPrincipal } from '@almanac/identity';
import { withSeal } from '@almanac/rest/testing';
import { listen, type ServicePorts } from '@almanac/service';
import { busUnderTest, portsUnderTest } from '@almanac/service/testing';
import { createGuestbook } from './app.ts';
import type { Guestbook } from './guestbook.ts';
import { collections } from './service.ts';

const now = (): Date => new Date('2031-01-01T12:00:00Z');

export type Asker = 'visitor' | Role;

export interface Served extends ServicePorts {
  ask(method: string, path: string, asking?: { as?: Asker; body?: object }): Promise<{ status: number; body: unknown }>;
  /** Delivers an event of core to the subscription. */
  deliver(type: string, data: { readonly id: number }): Promise<void>;
  stop(): Promise<void>;
}

const portsOf = (bus: ServicePorts['bus']): ServicePorts =>
  portsUnderTest({ service: 'guestbook', collections, now, described: { name: 'Riverside' }, bus });

/** The service behind HTTP on SQLite in memory. */
export const serveGuestbook = async (): Promise<Served> => {
  const { bus, deliver } = busUnderTest();
  const ports = portsOf(bus);
  const app = createGuestbook(ports);
  await app.start();
  const listening = await listen(app.listener, { port: 0, host: '127.0.0.1' });
  return {
    ...ports,
    ask: (method, path, asking) => ask(`http://127.0.0.1:${listening.port}`, ports.secret, { method, path, ...asking }),
    deliver: (type, data) => deliver({ type, data, key: `user-${data.id}` }),
    stop: async () => {
      await listening.close(0);
      await app.stop();
      await ports.store.close();
    },
  };
};

/** The port alone, for the declarations of routes. */
export const guestbookOf = (): Guestbook => ({
  ...portsOf(busUnderTest().bus),
  waitForCopies: async () => undefined,
});

interface Asking {
  readonly method: string;
  readonly path: string;
  readonly as?: Asker;
  readonly body?: object;
}

const ask = async (origin: string, secret: string, { method, path, as = 'visitor', body }: Asking) => {
  const headers = {
    'x-almanac-site': 'http://site.test',
    'x-almanac-api-root': 'http://site.test/en/json',
    'x-almanac-language': 'en',
    'x-almanac-principal': signPrincipal(principalOf(as), secret, now()),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const sealed = withSeal({ method, target: path, headers }, { secret, now });
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(origin + path, { method, headers: sealed, ...sent });
  return { status: response.status, body: await response.json() };
};

const principalOf = (as: Asker): Principal => {
  if (as === 'visitor') return anonymous;
  return { kind: 'user', id: roles.indexOf(as) + 1, login: as, roles: [as] };
};
