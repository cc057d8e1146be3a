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

export interface Served extends ServicePorts, Pick<BusUnderTest, 'deliver'> {
  /** Where it listens. */
  readonly address: string;
  /** Asks as a visitor by default; paths start at the namespace. */
  ask(path: string, asking?: Asking): Promise<SpecAnswer>;
  /** The whole service, for what no route offers. */
  readonly misc: WholeMisc;
  /** Moves the clock on. */
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
  /** Whether outside effects are done; by default none is. */
  readonly doesEffects?: boolean;
  /** Answers in place of the other services; by default none of them does. */
  readonly fetchInternal?: FetchInternal;
  /** Limits of the operator that differ from the defaults. */
  readonly limitSettings?: UnderTest['limitSettings'];
}

/** The service behind HTTP on SQLite in memory, its clock and what it hears in the spec's hands. */
export const serveMisc = async ({
  site = {},
  reached,
  fetchInternal,
  log,
  doesEffects,
  limitSettings,
  ...options
}: Serving = {}): Promise<Served> => {
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

/** What slices work with, without anybody listening. */
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
