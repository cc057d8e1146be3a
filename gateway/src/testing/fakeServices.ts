import type { IncomingMessage, RequestListener } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { ServiceName } from '@almanac/contracts';
import { contentOfBody, contentOfStream, createVerifier, openSeal, type User } from '@almanac/identity';
import { namespaceOwners } from '@almanac/manifest';
import { callerHeaders, type RouteDescriptions } from '@almanac/rest';
import { checkAnswers } from '@almanac/rest/answer-faults';
import { createFetchInternal, fixedSettings, type Listening, listen, silentLog } from '@almanac/service';
import { createGateway, type Gateway, type GatewayOptions } from '../app.ts';

afterAll(checkAnswers());

export const SECRET = 'the secret of the specs';
export const NOW = new Date('2026-07-01T12:00:00Z');
export const ada: User = { kind: 'user', id: 2, login: 'ada', roles: ['editor'] };
export const basic = (login: string, password: string): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;

/** A request as a fake service received it. */
export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
  readonly principal: unknown;
}

const seenBy = async (request: IncomingMessage, service: string): Promise<ReceivedRequest> => ({
  method: request.method,
  url: request.url,
  body: await readText(request),
  headers: request.headers,
  principal: createVerifier({ secret: SECRET }, service)(String(request.headers[callerHeaders.principal]), NOW)
    ?.principal,
});

/** True if a service must refuse the request: it is internal, and its seal is missing or does not fit. */
const isUnsealed = ({ method = '', url = '', headers }: IncomingMessage, { body }: ReceivedRequest): boolean => {
  if (!url.startsWith('/internal/')) return false;
  const content = openSeal({ method, target: url, headers }, SECRET, NOW);
  return content === undefined || ![contentOfStream({ headers }), contentOfBody(body)].includes(content);
};

export const routeDescription = (
  namespace: string,
  template: string,
  summary: string,
  more: { readonly large?: true } = {},
): RouteDescriptions['namespaces'][string] => ({
  [template]: {
    namespace,
    methods: ['GET'],
    endpoints: [{ methods: ['GET'], args: {} }],
    schema: { type: 'object' },
    template,
    summaries: [summary],
    raw: [false],
    answers: [{ answers: { 200: { description: 'Done.' } }, schemas: {} }],
    ...more,
  },
});

/** A fake service: it describes one route and answers everything else with the received request, or with `answer`. */
export class FakeService {
  readonly seen: ReceivedRequest[] = [];
  answer: RequestListener | undefined;
  readonly #namespace: string;
  readonly #internal: Record<string, (seen: ReceivedRequest) => [status: number, body: unknown]>;
  readonly #version: string | undefined;
  #listening: Listening | undefined;

  constructor(namespace: string, internal: FakeService['internal'] = {}, version?: string) {
    this.#version = version;
    this.#namespace = namespace;
    this.#internal = {
      '/internal/routes': ({ headers }) => this.#routes(String(headers[callerHeaders.language])),
      ...internal,
    };
  }

  get internal(): Record<string, (seen: ReceivedRequest) => [status: number, body: unknown]> {
    return this.#internal;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#listening?.port}`;
  }

  async start(port = 0): Promise<void> {
    this.#listening = await listen((request, response) => this.#serve(request, response), { port, host: '127.0.0.1' });
  }

  stop(): Promise<void> {
    return this.#listening?.close(0) ?? Promise.resolve();
  }

  #routes(language: string): [number, RouteDescriptions & { readonly version: string | undefined }] {
    const namespaces = {
      [this.#namespace]: routeDescription(this.#namespace, `/${this.#namespace}/things`, `things in ${language}`),
    };
    return [200, { language, version: this.#version, namespaces }];
  }

  readonly #serve: RequestListener = (request, response) => {
    const internal = this.#internal[request.url?.split('?')[0] ?? ''];
    if (internal === undefined && this.answer !== undefined) return this.answer(request, response);
    const answerWhatItSaw = (seen: ReceivedRequest): void => {
      const [status, body] = isUnsealed(request, seen) ? [401, {}] : (internal?.(seen) ?? [200, seen]);
      if (internal === undefined) this.seen.push(seen);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    // a client that has disconnected needs no answer
    seenBy(request, namespaceOwners.get(this.#namespace) ?? '').then(answerWhatItSaw, () => response.destroy());
  };
}

/** A core that knows one user: `ada`, with the password in `password`. */
export class FakeCore extends FakeService {
  asked = 0;
  password = 'right';

  constructor() {
    super('core/v2', {
      '/internal/authenticate': ({ body }) => {
        this.asked++;
        const { password } = JSON.parse(body);
        if (password === this.password) return [200, { principal: ada }];
        return [401, { code: 'incorrect_password', message: 'No.', data: { status: 401 } }];
      },
    });
  }
}

export interface GatewayUnderTest {
  readonly gateway: Gateway;
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts a gateway in front of fake services. */
export const startGateway = async (
  addresses: ReadonlyMap<ServiceName, string>,
  more: Partial<GatewayOptions> = {},
): Promise<GatewayUnderTest> => {
  let requests = 0;
  const gateway = createGateway({
    addresses,
    fetchInternal: createFetchInternal({
      from: 'gateway',
      addressOf: (name) => addresses.get(name),
      secret: SECRET,
      now: () => NOW,
    }),
    settings: {
      ...fixedSettings({ name: 'Riverside', description: 'A community calendar', timezone: 'America/New_York' }),
      waitFor: async () => undefined,
    },
    secret: SECRET,
    now: () => NOW,
    newId: () => `request-${++requests}`,
    log: silentLog,
    prefix: 'json',
    bodyLimit: 10_000,
    serviceTimeout: 30_000,
    trustedProxies: 0,
    allowPlainPasswords: false,
    ...more,
  });
  const listening = await listen(gateway.listener, { port: 0, host: '127.0.0.1' });
  await gateway.start();
  const stop = async (): Promise<void> => {
    await gateway.stop();
    await listening.close(0);
  };
  return { gateway, origin: `http://127.0.0.1:${listening.port}`, stop };
};

/** Starts a core, a calendar and a gateway in front of them; `stop` ends all of them. */
export const startWithServices = async (
  { core, calendar }: { readonly core: FakeService; readonly calendar: FakeService },
  more: Partial<GatewayOptions> = {},
): Promise<GatewayUnderTest> => {
  await Promise.all([core.start(), calendar.start()]);
  const addresses = new Map([
    ['core', core.address],
    ['calendar', calendar.address],
  ] as const);
  const site = await startGateway(addresses, more);
  const stop = async (): Promise<void> => {
    await site.stop();
    await Promise.all([core.stop(), calendar.stop()]);
  };
  return { ...site, stop };
};
