import { siteStopping } from '@almanac/rest';
import { checkAnswers } from '@almanac/rest/answer-faults';
import { type Asker, answerOf, askService, jsonBody, type SpecAnswer } from '@almanac/rest/testing';
import { fixedSettings, listen, type OwnSettings, readSite, type ServicePorts } from '@almanac/service';
import { type BusUnderTest, busUnderTest, clockUnderTest, portsUnderTest } from '@almanac/service/testing';
import { composeRedirection, createRedirection } from './app.ts';
import type { Redirection } from './redirection.ts';
import { collections } from './service.ts';

afterAll(checkAnswers());

export { type Asker, ORIGIN } from '@almanac/rest/testing';
export type { TestEvent } from '@almanac/service/testing';

export interface Asking {
  readonly as?: Asker;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** A file for the part `file` of a form. */
  readonly file?: { readonly name: string; readonly text: string | Buffer };
  readonly language?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestService extends ServicePorts, Pick<BusUnderTest, 'deliver'> {
  /** Sends a request, by default as an administrator. Paths start in `redirection/v1`, or with `/internal`. */
  ask(method: string, path: string, asking?: Asking): Promise<SpecAnswer>;
  /** The whole service, for operations without a route. */
  readonly redirection: Redirection;
  /** Moves the clock forward. */
  advance(milliseconds: number): void;
  /** Ends imports that run, as the start of a stop does. */
  endLongRequests(): void;
  stop(): Promise<void>;
}

const startOfSpecs = '2031-01-01T12:00:00Z';

/** Serves redirection over HTTP on SQLite in memory; the spec controls its clock and its bus. */
export const serveRedirection = async (site: object = {}, own: OwnSettings = {}): Promise<TestService> => {
  const { now, advance } = clockUnderTest(startOfSpecs);
  const { bus, deliver } = busUnderTest();
  const described = { name: 'Riverside', ...site };
  const ports = portsUnderTest({ service: 'redirection', collections, described, now, bus });
  const stopping = new AbortController();
  const app = createRedirection({ ...ports, stopping: stopping.signal }, own);
  await app.start();
  const listening = await listen(app.listener, { port: 0, host: '127.0.0.1' });
  const address = `http://127.0.0.1:${listening.port}`;
  return {
    ...ports,
    advance,
    deliver,
    redirection: redirectionOn(ports, site),
    ask: async (method, path, { as = 'administrator', language, headers = {}, ...content } = {}) => {
      const sent = content.file === undefined ? jsonBody(content.body) : fileBody(content.file);
      const asking = { as, language, method, body: sent.body, headers: { ...sent.headers, ...headers } };
      const whole = `${path.startsWith('/internal') ? '' : '/redirection/v1'}${path}`;
      return answerOf(await askService(address, ports, whole, asking));
    },
    endLongRequests: () => stopping.abort(siteStopping()),
    stop: async () => {
      await listening.close(0);
      await app.stop();
      await ports.store.close();
    },
  };
};

const redirectionOn = (ports: ServicePorts, site: object): Redirection =>
  composeRedirection(ports, fixedSettings(readSite(site).settings));

/** Returns the dependencies of slices, without an HTTP server. */
export const redirectionOf = (site: object = {}): Redirection => {
  const { now } = clockUnderTest(startOfSpecs);
  return redirectionOn(portsUnderTest({ service: 'redirection', collections, described: site, now }), site);
};

/** Returns the body and headers of a form with a file. */
const fileBody = ({ name, text }: NonNullable<Asking['file']>) => {
  const head = `--part\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), Buffer.from(text), Buffer.from('\r\n--part--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=part' },
  };
};

/** A rule in the form that clients send, from `/old` to `/new` in the first group. */
export const sentRule = {
  url: '/old',
  match_type: 'url',
  action_type: 'url',
  action_code: 301,
  action_data: { url: '/new' },
  match_data: { source: { flag_query: 'exact', flag_case: false, flag_trailing: false, flag_regex: false } },
  group_id: 1,
} as const;
