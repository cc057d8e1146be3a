import fc, { type Arbitrary } from 'fast-check';
import { valuesFor } from './argumentValues.ts';
import type { Endpoint } from './declaredRoutes.ts';
import { pathOf } from './pathCaptures.ts';
import { contentOf } from './requestContent.ts';
import { headers } from './requestHeaders.ts';
import { sometimes } from './sometimes.ts';

const roles = ['anon', 'sub1', 'contrib1', 'author1', 'editor1', 'admin'] as const;
export type Role = (typeof roles)[number];

/** A request to send; `target` is the path with its query. */
export interface FuzzRequest {
  readonly pattern: string;
  readonly role: Role;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

type Values = Readonly<Record<string, unknown>>;

/** Generates arguments: nearly always the required ones, and a few of the others. */
const valuesOf = ({ args }: Endpoint): Arbitrary<Values> => {
  const names = Object.keys(args);
  const required = names.filter((name) => args[name]?.required === true);
  const keys = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.subarray(names, { maxLength: Math.min(6, names.length) }).map((some) => [...required, ...some]),
    },
    { weight: 1, arbitrary: fc.subarray(names) },
  );
  return keys.chain((chosen) =>
    fc.record(Object.fromEntries(chosen.map((name) => [name, valuesFor(name, args[name] ?? {})]))),
  );
};

const global = fc.constantFrom(
  '_fields',
  '_embed',
  '_envelope',
  '_jsonp',
  '_method',
  'i18n_language',
  'rest_route',
  '__proto__',
  'context',
  'force',
);
const suffix = fc.constantFrom(
  '',
  '',
  '[]',
  '[a]',
  '[a][]',
  '[0][b]',
  '[',
  ']',
  '%5B%5D',
  '[__proto__]',
  '[a]'.repeat(60),
);
const raw = fc.oneof(
  fc.constantFrom(
    '1',
    'true',
    'all',
    'x',
    'edit',
    'DELETE',
    'PUT',
    'fr-ca',
    'title.raw',
    'a,b',
    '%',
    '%zz',
    '%00',
    '%ED%A0%80',
    '%F0%28',
    '+',
    '\xff',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((each) => encodeURIComponent(each.toWellFormed())),
);
const extras = fc.array(
  fc.tuple(global, suffix, raw).map(([name, index, value]) => `${name}${index}=${value}`),
  { maxLength: 2 },
);
const root = fc.constantFrom('/en/json', '/en/json', '/en/json', '/fr-ca/json', '/es-us/json', '/json');
const anyMethod = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE');

/** Generates requests to one endpoint, by every role. */
const requestsTo = (endpoint: Endpoint): Arbitrary<FuzzRequest> =>
  fc
    .record({
      role: fc.constantFrom(...roles),
      method: sometimes(fc.constantFrom(...endpoint.methods), anyMethod, 8),
      path: pathOf(endpoint.parts),
      values: valuesOf(endpoint),
      root,
      extras: sometimes(fc.constant([] as string[]), extras, 3),
      headers,
    })
    .chain(({ values, ...chosen }) =>
      contentOf(chosen.method, values).map((content) => ({
        pattern: endpoint.pattern,
        role: chosen.role,
        method: chosen.method,
        target: `${chosen.root}${chosen.path}?${[content.query ?? '', ...chosen.extras].filter((each) => each !== '').join('&')}`,
        headers: { ...chosen.headers, ...(content.type !== undefined && { 'content-type': content.type }) },
        ...(content.body !== undefined && { body: content.body }),
      })),
    );

const BATCH = '/batch/v1';

/** Generates batches of writes to the other endpoints. */
const batches = (batch: Endpoint, endpoints: readonly Endpoint[]): Arbitrary<FuzzRequest> => {
  const item = fc.constantFrom(...endpoints.filter(({ methods }) => !methods.includes('GET'))).chain((endpoint) =>
    fc.record({
      method: fc.constantFrom(...endpoint.methods),
      path: pathOf(endpoint.parts),
      body: valuesOf(endpoint),
    }),
  );
  return fc
    .tuple(requestsTo(batch), fc.array(item, { maxLength: 4 }), fc.constantFrom('normal', 'require-all-validate'))
    .map(([request, requests, validation]) => ({
      ...request,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ validation, requests })),
    }));
};

/** Generates requests to all endpoints of a site. */
export const requestsToAll = (endpoints: readonly Endpoint[]): Arbitrary<FuzzRequest> => {
  const any = fc.constantFrom(...endpoints).chain(requestsTo);
  const batch = endpoints.find(({ pattern }) => pattern === BATCH);
  return batch === undefined ? any : sometimes(any, batches(batch, endpoints), 12);
};
