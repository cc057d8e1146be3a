import fc from 'fast-check';
import { fitting } from './argumentValues.ts';
import type { Endpoint, Words } from './declaredRoutes.ts';
import { encodeQuery } from './encodings.ts';
import { pathOf } from './pathCaptures.ts';
import type { FuzzRequest, Role } from './requests.ts';

/** Dates at both ends of four-digit years, and beyond. */
const dates: readonly string[] = [
  ...['', 'Z', '-12:00', '-23:59'].map((offset) => `9999-12-31T23:59:59${offset}`),
  ...['', '+14:00', '+23:59'].map((offset) => `0001-01-01T00:00:00${offset}`),
  '0000-12-31T23:59:59-12:00',
  '9999-12-30T12:00:00',
  '9999-12-29T00:00:00',
  '9999-12-30',
  '9999-12-31',
  '10000-01-01T00:00:00',
  '+7980 years',
  '-2000 years',
  '@253402214400',
  '253402300799',
  '-62135596800',
];

const numbers: readonly (number | string)[] = [
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e308,
  -1e308,
  5e-324,
  -0,
  -1,
  '9'.repeat(19),
  '9'.repeat(400),
  '1e400',
];

const long = [100_000, 1_601, 256].map((length) => 'é'.repeat(length));
const lists = [Array.from({ length: 3_000 }, (_, at) => at), Array.from({ length: 500 }, () => 'x'.repeat(99))];

/** Returns extreme values for an argument, by its declaration. */
const extremesFor = (name: string, { type, format, items, properties, oneOf, anyOf, ...rest }: Words): unknown[] => {
  const choices = oneOf ?? anyOf;
  if (choices !== undefined) return choices.flatMap((choice) => extremesFor(name, choice));
  const types = typeof type === 'string' ? [type] : (type ?? ['string']);
  return types.flatMap((each): unknown[] => {
    if (each === 'integer' || each === 'number') return [...numbers, ...beyond(rest)];
    if (each === 'array') return [...lists, ...extremesFor(name, items ?? {}).map((value) => [value])];
    if (each === 'object') return membersOf(properties ?? {});
    if (each !== 'string') return [];
    return format === 'date-time' || /date|before|after|start|end/.test(name) ? [...dates, ...long] : long;
  });
};

const beyond = ({ minimum, maximum }: Words): number[] => [
  ...(minimum === undefined ? [] : [minimum, minimum - 1]),
  ...(maximum === undefined ? [] : [maximum, maximum + 1]),
];

const membersOf = (properties: Readonly<Record<string, Words>>): unknown[] =>
  Object.entries(properties).flatMap(([name, declared]) =>
    extremesFor(name, declared).map((value) => ({ [name]: value })),
  );

/** Returns requests with each extreme of each argument in turn, and with the required arguments of the endpoint. */
export const extremeRequests = (endpoint: Endpoint, seed: number): FuzzRequest[] => {
  const sample = <T>(arbitrary: fc.Arbitrary<T>): T => fc.sample(arbitrary, { numRuns: 1, seed })[0] as T;
  const [method = 'GET'] = endpoint.methods;
  const required = Object.entries(endpoint.args).filter(([, declared]) => declared.required === true);
  const beside = Object.fromEntries(required.map(([name, declared]) => [name, sample(fitting(name, declared))]));
  const path = sample(pathOf(endpoint.parts));
  const roles: readonly Role[] = method === 'GET' ? ['admin', 'anon'] : ['admin'];
  return Object.entries(endpoint.args).flatMap(([name, declared]) =>
    [...new Set(extremesFor(name, declared))].flatMap((value) =>
      roles.map((role) => requestWith({ ...beside, [name]: value }, { role, method, path, endpoint })),
    ),
  );
};

interface Target {
  readonly role: Role;
  readonly method: string;
  readonly path: string;
  readonly endpoint: Endpoint;
}

const requestWith = (
  values: Readonly<Record<string, unknown>>,
  { role, method, path, endpoint: { pattern } }: Target,
): FuzzRequest => {
  const request = { pattern, role, method };
  if (method === 'GET') return { ...request, headers: {}, target: `/en/json${path}?${encodeQuery(values)}` };
  const headers = { 'content-type': 'application/json' };
  return { ...request, headers, target: `/en/json${path}`, body: Buffer.from(JSON.stringify(values)) };
};
