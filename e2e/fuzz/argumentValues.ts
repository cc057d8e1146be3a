import fc, { type Arbitrary } from 'fast-check';
import type { Words } from './declaredRoutes.ts';

const ids = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1001, max: 1012 }));
const dates = fc.constantFrom(
  '2031-05-05 10:00:00',
  '2031-05-05T12:30:00',
  '2031-05-06T12:30:00+02:00',
  '2031-05-07',
  'tomorrow',
  'last day of february 2032 noon',
  '@4000000000',
);
const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'UTC', 'UTC+2', 'UTC-13:45');
/** Addresses of this machine only, so that no other host is called; nothing listens on port 1. */
const addresses = fc.constantFrom(
  'http://127.0.0.1:1/picture.png',
  'https://localhost:1/a?b=c#d',
  'http://[::1]:1/',
  'mailto:someone@example.test',
);
const words = fc.constantFrom('Harbour', 'day-at-the-quay', 'a', 'Été', 'Uncategorized', 'publish', '<b>bold</b>', '');

const byFormat: Readonly<Record<string, Arbitrary<unknown>>> = {
  'date-time': dates,
  uri: addresses,
  email: fc.constantFrom('one@example.test', 'editor1@example.test'),
  uuid: fc.uuid(),
  double: fc.double({ min: -90, max: 90, noNaN: true }),
  ip: fc.ipV4(),
};

const byName: readonly (readonly [RegExp, Arbitrary<unknown>])[] = [
  [/timezone/, zones],
  [/date|before|after/, dates],
  [/url|website|image/, fc.oneof(addresses, ids, fc.constant(''))],
  [/venue|organizer/, fc.oneof(ids, fc.array(ids, { maxLength: 3 }), named())],
  [/categories|tags|include|exclude/, fc.oneof(ids, fc.array(fc.oneof(ids, words), { maxLength: 3 }))],
  [/cost/, fc.constantFrom('0', '12', '$1,234.56', '10-20', 'free')],
];

/** A venue or organizer within an event. */
function named(): Arbitrary<unknown> {
  return fc.record({ venue: words, organizer: words, email: fc.constant('one@example.test') }, { requiredKeys: [] });
}

/** Generates values that fit a declaration; the name helps where the declaration is not specific. */
export const fitting = (name: string, declared: Words): Arbitrary<unknown> => {
  const choices = declared.oneOf ?? declared.anyOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => fitting(name, choice)));
  if (declared.enum !== undefined && declared.enum.length > 0) return fc.constantFrom(...declared.enum);
  if (declared.format !== undefined && declared.format in byFormat)
    return byFormat[declared.format] as Arbitrary<unknown>;
  const types = typeof declared.type === 'string' ? [declared.type] : (declared.type ?? ['']);
  return fc.oneof(...types.map((type) => ofType(name, declared, type)));
};

const ofType = (name: string, declared: Words, type: string): Arbitrary<unknown> => {
  const { minimum: min, maximum: max } = declared;
  if (type === 'integer') return fc.oneof(ids, fc.integer({ min: min ?? 0, max: max ?? 100 }));
  if (type === 'number') return fc.double({ min: min ?? -1000, max: max ?? 1000, noNaN: true });
  if (type === 'boolean') return fc.constantFrom(true, false, 1, 0, 'true', 'false');
  if (type === 'null') return fc.constant(null);
  if (type === 'array') return fc.array(fitting(name, declared.items ?? {}), { maxLength: 4 });
  if (type === 'object') return fc.oneof(membersOf(declared), words);
  return byName.find(([pattern]) => pattern.test(name))?.[1] ?? fc.oneof(words, ids);
};

const membersOf = ({ properties = {} }: Words): Arbitrary<unknown> =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, declared]) => [name, fitting(name, declared)])), {
    requiredKeys: Object.keys(properties).filter((name) => properties[name]?.required === true),
  });

const deep = (depth: number): unknown =>
  depth === 0 ? 'x' : depth % 2 === 0 ? [deep(depth - 1)] : { a: deep(depth - 1) };

const odd: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  '0',
  '-1',
  'NaN',
  'Infinity',
  'null',
  '[object Object]',
  [],
  {},
  [[]],
  [{}],
  [null],
  [''],
  0,
  -0,
  -1,
  1.5,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  Number.MIN_VALUE,
  '1e5',
  '0x10',
  ' 7 ',
  '٧',
  '9'.repeat(30),
  '9'.repeat(400),
  `1${'0'.repeat(310)}`,
  '1'.repeat(20),
  ['9'.repeat(25)],
  [1e21, -1],
  '1,2,,x',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202eabc',
  '\ufeff',
  '\u0000'.repeat(9),
  'e\u0301',
  '👩‍👩‍👧',
  'ﷺ',
  'ı',
  'ß',
  '../../etc/passwd',
  '%00',
  '%',
  '%zz',
  '\\',
  "'",
  '"',
  '`',
  '\u0024{x}',
  '{{x}}',
  '<script>',
  '<!--',
  ']]>',
  '[x]',
  '(',
  '*',
  '0000-00-00 00:00:00',
  '9999-12-31 23:59:59',
  '10000-01-01',
  '-0001-01-01',
  '2031-02-30',
  '24:00',
  'now',
  '@1e99',
  '@99999999999999999',
  '+1000000000 years',
  '-9999999 days',
  '2031-01-01T00:00:00+99:99',
  'first day of',
  'next',
  'http://',
  'http://[',
  'http://a b/',
  'javascript:alert(1)',
  'http://127.0.0.1:99999/',
  '//x',
  'data:,',
  'http://%00/',
  'Mars/Phobos',
  'UTC+99',
  'UTC+',
  'a@b',
  '@',
  'a@b.c\r\nBcc: x',
  '\r\nX: y',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(300),
  'ab '.repeat(3_000),
  '<a>'.repeat(2_000),
  '['.repeat(5_000),
  '-'.repeat(9_000),
  '\n'.repeat(2_000),
  deep(6),
  deep(60),
  deep(400),
  { raw: null },
  { raw: [] },
  { raw: { raw: 'x' } },
  { rendered: 'x' },
  { terms: 'x' },
  { 0: 'a', 1: 'b' },
  { length: 3 },
  { toString: 1 },
  { constructor: 1 },
  Array.from({ length: 300 }, (_, at) => at),
];

/** Values that almost no argument accepts: other types, huge and hostile ones. */
export const misfits: Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...odd) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) as Arbitrary<unknown> },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
  { weight: 1, arbitrary: fc.double() },
);

/** Values that almost fit: a valid one within a list, as text, or with an extra member. */
const almost = (name: string, declared: Words): Arbitrary<unknown> => {
  const value = fitting(name, declared);
  return fc.oneof(
    value.map((each) => [each]),
    value.map((each) => ({ [name]: each })),
    value.map((each) => `${JSON.stringify(each)} `),
    fc.tuple(value, misfits).map((pair) => [...pair]),
    value.map((each) => (typeof each === 'number' ? -each : each)),
  );
};

/** Mostly valid values, so that most requests pass the declared checks. */
export const valuesFor = (name: string, declared: Words): Arbitrary<unknown> =>
  fc.oneof(
    { weight: 14, arbitrary: fitting(name, declared) },
    { weight: 1, arbitrary: almost(name, declared) },
    { weight: 2, arbitrary: misfits },
  );
