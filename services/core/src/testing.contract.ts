import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandContext } from '@almanac/event-sourcing';
import type { Principal, Role } from '@almanac/identity';
import { checkAnswers } from '@almanac/rest/answer-faults';
import { answerOf, askService, jsonBody, type SpecAnswer, principalOf as specPrincipal } from '@almanac/rest/testing';
import { createLog, fixedSettings, listen, type ServicePorts } from '@almanac/service';
import { clockUnderTest, portsUnderTest } from '@almanac/service/testing';
import { composeCore, createCore } from './app.ts';
import { mediaOnDisk } from './media/mediaOnDisk.ts';
import type { MediaPorts } from './media/mediaPorts.ts';
import { collections, type WholeCore } from './service.ts';

export { ORIGIN, type SpecAnswer } from '@almanac/rest/testing';

export interface UnderTest extends WholeCore {
  /** Advances the clock. */
  advance(milliseconds: number): void;
}

const uploads = mkdtempSync(join(tmpdir(), 'almanac-spec-'));
afterAll(checkAnswers());
afterAll(() => rmSync(uploads, { recursive: true }));

/** Creates core on SQLite in memory, with a clock that the test controls. */
export const coreUnderTest = (site: unknown = {}, at = '2026-05-01T12:00:00Z'): UnderTest => {
  const { now, advance } = clockUnderTest(at);
  const log = createLog({ level: 'error', pretty: false });
  const ports = portsUnderTest({ service: 'core', collections, described: site, now, log });
  const settings = { ...fixedSettings(ports.site.settings), refresh: async () => undefined };
  return {
    ...composeCore(ports, mediaOnDisk({ folder: join(uploads, randomUUID()) }), { settings }),
    advance,
  };
};

/** Returns the context of commands in specs. */
export const context = (more: Partial<CommandContext> = {}): CommandContext => ({
  principal: 'user:1',
  language: 'en',
  correlation: 'spec',
  causation: 'spec',
  ...more,
});

/** Site with one user of each role for specs of routes: ids 1 to 5. */
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

export interface TestService extends UnderTest {
  /** Address of the server. */
  readonly address: string;
  /** Sends a request as the user with that role; paths start at the namespace. */
  ask(as: RoleName | 'system', method: string, path: string, body?: unknown, headers?: object): Promise<SpecAnswer>;
  /** Sends a request whose body is not JSON. */
  send(as: RoleName | 'system', path: string, init: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

/** Starts core behind HTTP, with a user of each role. */
export const serveCore = async (
  site: unknown = siteOfRoles,
  at?: string,
  { fetchInternal, ...media }: Partial<MediaPorts & Pick<ServicePorts, 'fetchInternal'>> = {},
): Promise<TestService> => {
  const core = { ...coreUnderTest(site, at), ...(fetchInternal && { fetchInternal }) };
  const app = createCore(core, { ...core.media, ...media });
  await app.start();
  const listening = await listen(app.listener, { port: 0, host: '127.0.0.1' });
  const address = `http://127.0.0.1:${listening.port}`;
  const send: TestService['send'] = (as, path, init) =>
    askService(address, core, path, { ...init, as: askerOf(as), headers: init.headers as Record<string, string> });
  const ask: TestService['ask'] = async (as, method, path, body, headers = {}) => {
    const sent = jsonBody(body);
    return answerOf(await send(as, path, { method, body: sent.body, headers: { ...sent.headers, ...headers } }));
  };
  const stop = async () => {
    await listening.close(0);
    await app.stop();
  };
  return { ...core, address, ask, send, stop };
};

const askerOf = (as: RoleName | 'system') => (as === 'system' ? 'site' : as);

export const principalOf = (as: RoleName | 'system'): Principal => specPrincipal(askerOf(as));
