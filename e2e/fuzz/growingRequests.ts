import fc from 'fast-check';
import { fitting } from './argumentValues.ts';
import type { Endpoint, Words } from './declaredRoutes.ts';
import { pathOf } from './pathCaptures.ts';
import type { FuzzRequest, Role } from './requests.ts';

/** A request in two sizes: count of words of a text, entries of a list or members of an object. */
export interface Growing {
  readonly what: string;
  readonly few: FuzzRequest;
  /** Request sixteen times as large. */
  readonly many: FuzzRequest;
}

type Grow = (count: number) => unknown;
/** Growth of a value, and its first size; sixteen times that is about the maximum length of a list. */
interface Growth {
  readonly kind: string;
  readonly grow: Grow;
  readonly few: number;
}

const TIMES = 16;
const [FEW_WORDS, FEW_ENTRIES, SHALLOW] = [500, 60, 4];

const repeated = (count: number, each: (index: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, index) => each(index));

const texts: readonly Growth[] = [
  { kind: 'words', grow: (count) => repeated(count, (index) => `w${index}`).join(' '), few: FEW_WORDS },
  { kind: 'commas', grow: (count) => repeated(count, (index) => index + 1).join(','), few: FEW_WORDS },
  { kind: 'markup', grow: (count) => '<a '.repeat(count), few: FEW_WORDS },
  { kind: 'brackets', grow: (count) => '[x '.repeat(count), few: FEW_WORDS },
];

const wide: Growth = {
  kind: 'members',
  grow: (count) => Object.fromEntries(repeated(count, (index) => index).map((index) => [`m${index}`, index])),
  few: FEW_ENTRIES,
};

const nested = (depth: number): unknown => (depth === 0 ? 'x' : { a: nested(depth - 1) });
const deep: Growth = { kind: 'depth', grow: nested, few: SHALLOW };
const digits: Growth = { kind: 'digits', grow: (count) => '7'.repeat(count), few: FEW_WORDS };

const listsOf = (name: string, items: Words, seed: number): Growth[] => [
  { kind: 'ids', grow: (count) => repeated(count, (index) => index + 1), few: FEW_ENTRIES },
  { kind: 'texts', grow: (count) => repeated(count, (index) => `w${index}`), few: FEW_ENTRIES },
  { kind: 'items', grow: (count) => fc.sample(fitting(name, items), { numRuns: count, seed }), few: FEW_ENTRIES },
];

/** Returns the ways in which an argument grows, by its declaration. */
const growthsOf = (name: string, declared: Words, seed: number): Growth[] => {
  const choices = declared.oneOf ?? declared.anyOf;
  if (choices !== undefined) return choices.flatMap((choice) => growthsOf(name, choice, seed));
  const types = typeof declared.type === 'string' ? [declared.type] : (declared.type ?? ['string']);
  return types.flatMap((type): Growth[] => {
    if (type === 'array') return listsOf(name, declared.items ?? {}, seed);
    if (type === 'object') return [wide, deep];
    if (type === 'integer' || type === 'number') return [digits];
    return type === 'string' && declared.enum === undefined ? [...texts] : [];
  });
};

const UNDECLARED = '_undeclared';

/** Returns requests that grow each argument, declared or not, in each way, with the required arguments. */
export const growingRequests = (endpoint: Endpoint, seed: number): Growing[] => {
  const sample = <T>(arbitrary: fc.Arbitrary<T>): T => fc.sample(arbitrary, { numRuns: 1, seed })[0] as T;
  const method = endpoint.methods.find((each) => each !== 'DELETE');
  if (method === undefined) return [];
  const required = Object.entries(endpoint.args).filter(([, declared]) => declared.required === true);
  const beside = Object.fromEntries(required.map(([name, declared]) => [name, sample(fitting(name, declared))]));
  const sent = { pattern: endpoint.pattern, path: sample(pathOf(endpoint.parts)), method };
  const declared = Object.entries(endpoint.args).flatMap(([name, words]) =>
    growthsOf(name, words, seed).map((growth) => [name, growth, 'admin'] as const),
  );
  const undeclared = [wide, deep, ...listsOf('', {}, seed)].map((growth) => [UNDECLARED, growth, 'anon'] as const);
  return [...declared, ...undeclared].map(([name, { kind, grow, few }, role]) => {
    const of = (count: number) => requestWith({ ...beside, [name]: grow(count) }, { ...sent, role });
    return { what: `${method} ${endpoint.pattern} ${name} of ${kind}`, few: of(few), many: of(TIMES * few) };
  });
};

interface GrowingRequest {
  readonly pattern: string;
  readonly path: string;
  readonly method: string;
  readonly role: Role;
}

/** Returns a request with the values in its body, which can be longer than an address. */
const requestWith = (values: object, { pattern, path, method, role }: GrowingRequest): FuzzRequest => ({
  pattern,
  role,
  method: 'POST',
  target: `/en/json${path}`,
  headers: { 'content-type': 'application/json', 'x-http-method-override': method },
  body: Buffer.from(JSON.stringify(values)),
});
