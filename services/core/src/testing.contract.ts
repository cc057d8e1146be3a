import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSqliteCounters,
  createSqliteDocuments,
  createSqliteEntries,
  openDatabase,
} from '@almanac/documents/sqlite';
import { silentEffects } from '@almanac/effects/testing';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { anonymous, type Principal, type Role, roles, signPrincipal, system } from '@almanac/identity';
import type { Bus } from '@almanac/messaging';
import { checkAnswers } from '@almanac/rest/answer-faults';
import { withSeal } from '@almanac/rest/testing';
import { secretsUnderTest } from '@almanac/secrets/testing';
import { createLimits, createLog, defaultLimits, listen, readSite, type ServicePorts } from '@almanac/service';
import { fixedSettings } from '@almanac/settings';
import { type CommandContext, createNumbers } from '@almanac/write-side';
import { collections, createCore } from './app.ts';
import { composeCore, type WholeCore } from './composeCore.ts';
import { mediaOnDisk } from './media/mediaOnDisk.ts';
import type { MediaPorts } from './media/mediaPorts.ts';

const SECRET = 'a secret for specs';

/** Nobody listens here. */
const silentBus: Bus = {
  subscribe: async () => ({ reached: async () => true, lag: async () => new Map(), stop: async () => undefined }),
  close: async () => undefined,
};

export interface UnderTest extends WholeCore {
  /** Moves the clock on. */
  advance(milliseconds: number): void;
}

const uploads = mkdtempSync(join(tmpdir(), 'almanac-spec-'));
afterAll(checkAnswers());
afterAll(() => rmSync(uploads, { recursive: true }));

/** Core on SQLite in memory, its clock in the test's hands. */
export const coreUnderTest = (site: unknown = {}, at = '2026-05-01T12:00:00Z'): UnderTest => {
  let clock = Date.parse(at);
  const now = () => new Date(clock);
  const database = openDatabase(':memory:', { durability: 'normal' });
  const documents = createSqliteDocuments(database, collections);
  const entries = createSqliteEntries(database, { now: () => clock });
  const counters = createSqliteCounters(database, { now: () => clock });
  const store = createSqliteEventStore(database, { documents });
  const ports: ServicePorts = {
    store,
    documents,
    entries,
    now,
    bus: silentBus,
    effects: silentEffects,
    secrets: secretsUnderTest('core', entries),
    numbers: createNumbers(entries, 0),
    log: createLog({ level: 'error', pretty: false }),
    site: readSite(site),
    secret: SECRET,
    limits: createLimits({ counters, settings: defaultLimits, secret: SECRET, now }),
    fetchInternal: async () => ({ status: 503, headers: new Headers(), body: undefined }),
  };
  const settings = { ...fixedSettings(ports.site.settings), refresh: async () => undefined };
  return {
    ...composeCore(ports, mediaOnDisk({ folder: join(uploads, randomUUID()) }), { settings }),
    advance: (milliseconds) => {
      clock += milliseconds;
    },
  };
};

/** Somebody who asks, for commands in specs. */
export const context = (more: Partial<CommandContext> = {}): CommandContext => ({
  principal: 'user:1',
  language: 'en',
  correlation: 'spec',
  causation: 'spec',
  ...more,
});

/** The users of a site for specs of routes: ids 1 to 5. */
export const siteOfRoles = {
  name: 'Specs',
  timezone: 'America/New_York',
  users: ['administrator', 'editor', 'author', 'contributor', 'subscriber'].map((role) => ({
    login: role,
    role,
    email: `${role}@example.test`,
    application_passwords: [{ name: 'specs', password: `${role}password00000000` }],
  })),
};

export type RoleName = 'visitor' | Role;

export interface SpecAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
  readonly body: any;
}

export interface Served extends UnderTest {
  /** Where it listens. */
  readonly address: string;
  /** Asks as the user with that role; paths start at the namespace. */
  ask(as: RoleName | 'system', method: string, path: string, body?: unknown, headers?: object): Promise<SpecAnswer>;
  /** Asks with a body that is no JSON. */
  send(as: RoleName | 'system', path: string, init: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

export const ORIGIN = 'http://site.test';

/** Core behind HTTP, started, with a user of each role. */
export const serveCore = async (
  site: unknown = siteOfRoles,
  at?: string,
  media: Partial<MediaPorts> = {},
): Promise<Served> => {
  const core = coreUnderTest(site, at);
  const app = createCore(core, { ...core.media, ...media });
  await app.start();
  const listening = await listen(app.listener, { port: 0, host: '127.0.0.1' });
  const sealed = (target: string, { method, body }: RequestInit, headers: Record<string, string>) =>
    withSeal({ method, target, headers, body }, core);
  const send: Served['send'] = (as, path, init) =>
    fetch(`http://127.0.0.1:${listening.port}${path}`, {
      ...init,
      headers: sealed(path, init, {
        'x-almanac-site': ORIGIN,
        'x-almanac-api-root': `${ORIGIN}/en/json`,
        'x-almanac-language': 'en',
        'x-almanac-principal': signPrincipal(principalOf(as), core.secret, core.now()),
        ...(init.headers as Record<string, string>),
      }),
    });
  const ask: Served['ask'] = async (as, method, path, body, headers = {}) => {
    const response = await send(as, path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const stop = async () => {
    await listening.close(0);
    await app.stop();
  };
  return { ...core, address: `http://127.0.0.1:${listening.port}`, ask, send, stop };
};

export const principalOf = (as: RoleName | 'system'): Principal => {
  if (as === 'system') return system;
  if (as === 'visitor') return anonymous;
  return { kind: 'user', id: roles.indexOf(as) + 1, login: as, roles: [as] };
};
