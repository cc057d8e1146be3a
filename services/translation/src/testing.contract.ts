import { roles } from '@almanac/identity';
import { siteStopping } from '@almanac/rest';
import { checkAnswers } from '@almanac/rest/answer-faults';
import { type Asker, answerOf, askService, jsonBody, type SpecAnswer } from '@almanac/rest/testing';
import {
  type FetchInternal,
  fixedSettings,
  listen,
  type OwnSettings,
  readSite,
  type ServicePorts,
} from '@almanac/service';
import { type BusUnderTest, busUnderTest, clockUnderTest, portsUnderTest } from '@almanac/service/testing';
import { composeTranslation, createTranslation } from './app.ts';
import { openMoFolders } from './moFolders.ts';
import type { OutsideSettings } from './remoteServices.ts';
import { collections } from './service.ts';
import type { Surroundings, Translation } from './translation.ts';

afterAll(checkAnswers());

export type { Asker, SpecAnswer } from '@almanac/rest/testing';

export interface Asking {
  readonly as?: Asker;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly language?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestService extends ServicePorts, Pick<BusUnderTest, 'deliver'> {
  /** Sends a request, by default as an administrator. Paths start with their namespace. */
  ask(method: string, path: string, asking?: Asking): Promise<SpecAnswer>;
  /** The whole service, for operations without a route. */
  readonly translation: Translation;
  /** Moves the clock forward. */
  advance(milliseconds: number): void;
  /** Ends long writes, as the start of a stop does. */
  endLongRequests(): void;
  stop(): Promise<void>;
}

export const startOfSpecs = '2031-01-01T12:00:00Z';

const nowhere: OutsideSettings = { remote: undefined, publicUrl: undefined, restPrefix: 'json' };

/** Serves translation over HTTP on SQLite in memory; the spec controls its clock and its bus. */
export const serveTranslation = async (
  site: object = {},
  fetchInternal: FetchInternal = usersOfRoles,
  outside = nowhere,
  own: OwnSettings = {},
  otherSecrets: readonly string[] = [],
): Promise<TestService> => {
  const { now, advance } = clockUnderTest(startOfSpecs);
  const { bus, deliver } = busUnderTest();
  const described = { name: 'Riverside', ...site };
  const given = { service: 'translation', collections, described, now, bus, fetchInternal } as const;
  const stopping = new AbortController();
  const ports = { ...portsUnderTest(given), otherSecrets, stopping: stopping.signal };
  const around = { ...outside, moFolders: openMoFolders(own) };
  const app = createTranslation(ports, around);
  await app.start();
  const listening = await listen(app.listener, { port: 0, host: '127.0.0.1' });
  const address = `http://127.0.0.1:${listening.port}`;
  return {
    ...ports,
    advance,
    deliver,
    endLongRequests: () => stopping.abort(siteStopping()),
    translation: translationOn({ ...ports, ...around }, site),
    ask: async (method, path, { as = 'administrator', language, headers = {}, body } = {}) => {
      const sent = jsonBody(body);
      const asking = { as, language, method, body: sent.body, headers: { ...sent.headers, ...headers } };
      return answerOf(await askService(address, ports, path, asking));
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

/** Returns translation whose commits have no documents yet, as if the projector wrote them later. */
export const withoutDocuments = (translation: Translation): Translation => {
  const { store, settings } = translation;
  const append: typeof store.append = (commit) => store.append(commit);
  return composeTranslation({ ...translation, store: { ...store, append } }, settings);
};

/** Returns the dependencies of slices, without an HTTP server. */
export const translationOf = (site: object = {}): Translation =>
  translationOn(
    {
      ...portsUnderTest({
        service: 'translation',
        collections,
        described: site,
        now: clockUnderTest(startOfSpecs).now,
      }),
      ...nowhere,
      moFolders: openMoFolders({}),
    },
    site,
  );

/** Answers requests to core for users: the users of `principalOf` exist. */
export const usersOfRoles: FetchInternal = async (_service, path) => {
  const id = Number(/^\/core\/v2\/users\/(\d+)$/.exec(path)?.[1]);
  if (id <= roles.length) return { status: 200, headers: new Headers(), body: { id } };
  return { status: 404, headers: new Headers(), body: { code: 'rest_user_invalid_id', message: 'No such user.' } };
};
