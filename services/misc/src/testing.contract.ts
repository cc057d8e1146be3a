import { createEffects } from '@almanac/effects';
import type { KeyedEventPosition } from '@almanac/messaging';
import { checkAnswers } from '@almanac/rest/answer-faults';
import { type Asker, answerOf, askService, jsonBody, type SpecAnswer } from '@almanac/rest/testing';
import {
  type FetchInternal,
  fixedSettings,
  listen,
  readSite,
  type ServicePorts,
  ServiceUnavailableError,
} from '@almanac/service';
import {
  type BusUnderTest,
  busUnderTest,
  clockUnderTest,
  type Hearing,
  portsUnderTest,
  type UnderTest,
} from '@almanac/service/testing';
import { composeMisc, createMisc, type MiscOptions } from './app.ts';
import { collections, type WholeMisc } from './service.ts';

afterAll(checkAnswers());

export { type Asker, ORIGIN } from '@almanac/rest/testing';
export type { TestEvent } from '@almanac/service/testing';

export const startOfSpecs = '2031-01-01T12:00:00Z';

export interface Asking {
  readonly as?: Asker;
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestService extends ServicePorts, Pick<BusUnderTest, 'deliver'> {
  /** Address of the server. */
  readonly address: string;
  /** Sends a request, as a visitor by default; paths start at the namespace. */
  ask(path: string, asking?: Asking): Promise<SpecAnswer>;
  /** The whole service, for tests of functions without a route. */
  readonly misc: WholeMisc;
  /** Advances the clock. */
  advance(milliseconds: number): void;
  /** The positions that were waited for. */
  readonly awaited: KeyedEventPosition[];
  stop(): Promise<void>;
}

export interface Serving extends MiscOptions {
  readonly site?: object;
  /** Called for every position that is waited for. */
  readonly reached?: Hearing['reached'];
  readonly log?: ServicePorts['log'];
  /** True to run outside effects; by default none runs. */
  readonly doesEffects?: boolean;
  /** Replaces the other services; by default none of them answers. */
  readonly fetchInternal?: FetchInternal;
  /** Limits set by the operator that differ from the defaults. */
  readonly limitSettings?: UnderTest['limitSettings'];
}

/** Starts the service behind HTTP on SQLite in memory, with a clock and a bus that the spec controls. */
export const serveMisc = async ({
  site = {},
  reached,
  fetchInternal,
  log,
  doesEffects,
  limitSettings,
  ...options
}: Serving = {}): Promise<TestService> => {
  const { now, advance } = clockUnderTest(startOfSpecs);
  const awaited: KeyedEventPosition[] = [];
  const hearing: Required<Pick<Hearing, 'reached'>> = {
    reached: async (position, patience) => {
      awaited.push(position);
      return (await reached?.(position, patience)) ?? true;
    },
  };
  const { bus, deliver } = busUnderTest({ ...hearing, ephemeral: true });
  const known = portsOf({
    described: { name: 'Riverside', ...site },
    now,
    bus,
    limitSettings,
    ...(fetchInternal !== undefined && { fetchInternal }),
    ...(log !== undefined && { log }),
  });
  const ports = { ...known, ...(doesEffects && { effects: createEffects({ ...known, service: 'misc', poll: 20 }) }) };
  const app = createMisc(ports, options);
  await app.start();
  const listening = await listen(app.listener, { port: 0, host: '127.0.0.1' });
  const address = `http://127.0.0.1:${listening.port}`;
  return {
    ...ports,
    address,
    awaited,
    advance,
    deliver,
    misc: miscOn(ports, site, options),
    ask: async (path, { as = 'visitor', method = 'GET', headers = {}, body } = {}) => {
      const sent = jsonBody(body);
      const asking = { as, method, body: sent.body, headers: { ...sent.headers, ...headers } };
      return answerOf(await askService(address, ports, path, asking));
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

/** Creates misc without a server. */
export const miscUnderTest = (): WholeMisc => miscOn(portsOf({ now: clockUnderTest(startOfSpecs).now }), {});

const portsOf = (given: Omit<UnderTest, 'service' | 'collections'>): ServicePorts =>
  portsUnderTest({
    service: 'misc',
    collections,
    fetchInternal: async (service) => {
      throw new ServiceUnavailableError(service);
    },
    ...given,
  });
