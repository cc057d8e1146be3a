import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Entries, Entry } from '@almanac/documents';
import type { Commands } from '@almanac/event-sourcing';
import { createTexts } from '@almanac/i18n';
import { type Principal, signPrincipal } from '@almanac/identity';
import { createRestApp, type RestAppOptions } from './app.ts';
import { withSeal } from './askService.ts';
import { restCatalogues } from './catalogues.ts';
import type { RouteDescriptions } from './describe.ts';
import { openApi } from './openApi.ts';

export * from './askService.ts';
export { slowSteps, turnsDuring } from './turnsDuring.ts';

/** The secret for signatures and seals in specs of routes. */
export const SECRET = 'for specs';

export interface TestRequest {
  readonly method?: string;
  readonly as?: Principal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** True to omit the site's seal, as strangers do. */
  readonly unsealed?: boolean;
  /** Sent unchanged. */
  readonly body?: string | Uint8Array;
}

interface TestAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Parsed; the text itself if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: specs look into bodies of every shape
  readonly body: any;
}

export interface RestUnderTest {
  ask(path: string, asked?: TestRequest): Promise<TestAnswer>;
  readonly port: number;
  close(): Promise<void>;
}

/** Leaves the state of a process killed between its commits and its answers: keys of requests, without answers. */
export const deleteStoredAnswers = async (entries: Entries): Promise<void> => {
  const kept = await entries.list<object>('idempotency');
  for (const { id, body } of kept) await entries.put('idempotency', id, { ...body, answer: undefined, startedAt: 0 });
};

/** Serves routes on a free port of this machine, with entries in memory by default. */
export const serveRoutes = async (
  options: Pick<RestAppOptions, 'routes'> & Partial<RestAppOptions>,
): Promise<RestUnderTest> => {
  const now = options.now ?? (() => new Date());
  const defaults = {
    service: 'under-test',
    entries: memoryEntries(now),
    commands: noCommands,
    texts: createTexts(restCatalogues),
    log: silent,
  };
  const app = createRestApp({ ...defaults, ...options, now, secret: SECRET });
  const server = createServer(app);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    port,
    ask: (path, asked = {}) => ask({ port, path, now }, asked),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

const silent = { error: () => undefined, warn: () => undefined };

const noCommands: Commands = { run: () => Promise.reject(new Error('this spec runs no commands')) };

const ask = (
  { port, path, now }: { port: number; path: string; now: () => Date },
  asked: TestRequest,
): Promise<TestAnswer> => {
  const body = asked.json === undefined ? asked.body : JSON.stringify(asked.json);
  const headers = {
    ...(asked.json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(asked.as === undefined ? {} : { 'x-almanac-principal': signPrincipal(asked.as, SECRET, now()) }),
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...asked.headers,
  };
  const method = asked.method ?? 'GET';
  const sealed = asked.unsealed ? headers : withSeal({ method, target: path, headers, body }, { secret: SECRET, now });
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, path, method, headers: sealed, host: '127.0.0.1' }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parsed(text) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return text;
  }
};

/** Creates entries in memory. */
export const memoryEntries = (now: () => Date): Entries => {
  const kinds = new Map<string, Map<string, Entry<unknown>>>();
  const of = (kind: string) => kinds.getOrInsertComputed(kind, () => new Map());
  const live = <Body>(kind: string, id: string): Entry<Body> | undefined => {
    // the caller knows the type of the kind's bodies
    const record = of(kind).get(id) as Entry<Body> | undefined;
    return record?.expiresAt !== undefined && record.expiresAt <= now().getTime() ? undefined : record;
  };
  const put: Entries['put'] = async (kind, id, body, { expiresAt, ifRevision } = {}) => {
    const revision = live(kind, id)?.revision ?? 0;
    if (ifRevision !== undefined && ifRevision !== revision) return false;
    const kept = structuredClone(body);
    of(kind).set(id, { id, revision: revision + 1, body: kept, ...(expiresAt === undefined ? {} : { expiresAt }) });
    return true;
  };
  return {
    put,
    putAll: (kind, puts) => Promise.all(puts.map(({ id, body, ...more }) => put(kind, id, body, more))),
    insert: (kind, id, body, more) => put(kind, id, body, { ...more, ifRevision: 0 }),
    insertAll: async (kind, entries) => {
      for (const { id, body } of entries) await put(kind, id, body, { ifRevision: 0 });
    },
    deleteAll: async (kind, ids) => {
      for (const id of ids) of(kind).delete(id);
    },
    get: async <Body>(kind: string, id: string) => live<Body>(kind, id),
    delete: async (kind, id, { ifRevision } = {}) => {
      const revision = live(kind, id)?.revision;
      return revision !== undefined && revision === (ifRevision ?? revision) && of(kind).delete(id);
    },
    list: async <Body>(kind: string) => [...of(kind).keys()].flatMap((id) => live<Body>(kind, id) ?? []),
  };
};

/** Returns the OpenAPI document of described routes, of a neutral site. */
export const documentOf = async (
  described: readonly RouteDescriptions[],
  language = 'en',
  nouns: Readonly<Record<string, string>> = {},
) => {
  const texts = createTexts(restCatalogues);
  const contact = { name: 'Almanac', url: 'http://h' };
  const info = { title: 'Almanac', version: '1', description: 'A site', contact, server: 'http://h/en/json' };
  return openApi(described, info, {
    names: { nouns, ids: {} },
    tagOf: (namespace) => ({ name: namespace || 'site', description: namespace }),
    text: (each, values) => texts.text(each, language, values),
  });
};
