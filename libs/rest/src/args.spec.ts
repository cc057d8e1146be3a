import fc from 'fast-check';
import {
  type Arg,
  anyOf,
  anything,
  boolean,
  cappedInteger,
  dateTime,
  email,
  integer,
  invalid,
  list,
  number,
  object,
  oneOf,
  text,
  uri,
} from './index.ts';
import { refusalsOf } from './refusals.ts';

/** Returns the converted value, or `name code` of each refusal. */
const take = (arg: Arg, value: unknown): unknown => {
  const parsed = arg.schema().safeParse(value);
  return parsed.success
    ? parsed.data
    : refusalsOf('a', parsed.error).map(({ name, reason }) => `${name} ${reason.code}`);
};
const TYPE = ['a rest_invalid_type'];

describe('numbered members', () => {
  it('form a list', () => {
    const ids = list(integer());
    expect([{ 0: '1', 5: '2' }, { '-1': 3, 2000: 4 }, {}].map((sent) => take(ids, sent)).map(String)).toEqual([
      '1,2',
      '4,3',
      '',
    ]);
    expect([{ a: 1 }, { 0: 1, b: 2 }, { '01': 1 }].map((sent) => take(ids, sent))).toEqual([TYPE, TYPE, TYPE]);
  });
});

describe('integers', () => {
  it.each([
    [5, 5],
    ['5', 5],
    ['05', 5],
    ['-1', -1],
    [5.0, 5],
    ['1.0', 1],
    ['1e2', 100],
  ])('accept %j', (sent, value) => {
    expect(take(integer(), sent)).toBe(value);
  });
  it.each([true, false, '5abc', 5.5, '5.5', '', ' ', [], {}, null, '1e400', 2 ** 60, 'Infinity', '0x10'])(
    'refuse %j',
    (sent) => expect(take(integer(), sent)).toEqual(TYPE),
  );
  it('obey their limits', () => {
    const page = integer({ minimum: 1, maximum: 100 });
    expect([0, 1, 100, 101].map((sent) => take(page, sent))).toEqual([
      ['a rest_out_of_bounds'],
      1,
      100,
      ['a rest_out_of_bounds'],
    ]);
    expect(take(integer({ minimum: 2 }), 1)).toEqual(['a rest_out_of_bounds']);
    expect(take(integer({ maximum: 2 }), 3)).toEqual(['a rest_out_of_bounds']);
  });
  it('obey an enum in whatever form the value arrives', () => {
    expect(['0', 1, '1.0', 2].map((sent) => take(integer({ enum: [0, 1] }), sent))).toEqual([
      0,
      1,
      1,
      ['a rest_not_in_enum'],
    ]);
  });
});

describe('capped integers', () => {
  it('count as the largest beyond every list', () => {
    const page = cappedInteger({ minimum: 1 });
    const largest = 1_000_000_000_000;
    expect([7, '99999999999999999999', '1e400', 2 ** 60].map((sent) => take(page, sent))).toEqual([
      7,
      largest,
      largest,
      largest,
    ]);
  });
  it.each([0, -1, '-99999999999999999999'])('obey their minimum: %j', (sent) => {
    expect(take(cappedInteger({ minimum: 1 }), sent)).toEqual(['a rest_out_of_bounds']);
  });
  it.each([true, '5abc', 5.5, '', [], 'Infinity', '-1e400'])('refuse %j', (sent) => {
    expect(take(cappedInteger({ minimum: 1 }), sent)).toEqual(TYPE);
  });
});

describe('numbers and booleans', () => {
  it('accept numeric values', () => {
    expect([1, '1.10', '-.5', 'x', true, ''].map((sent) => take(number(), sent))).toEqual([
      1,
      1.1,
      -0.5,
      TYPE,
      TYPE,
      TYPE,
    ]);
  });
  it('accept the texts of true and false in any case', () => {
    expect([true, 1, '1', 'TRUE', 'True'].map((sent) => take(boolean(), sent))).toEqual(Array(5).fill(true));
    expect([false, 0, '0', 'False'].map((sent) => take(boolean(), sent))).toEqual(Array(4).fill(false));
    expect(['yes', 'no', '', 2, '123', null].map((sent) => take(boolean(), sent))).toEqual(Array(6).fill(TYPE));
  });
});

describe('texts', () => {
  it('are strings only, unless numbers are declared too', () => {
    expect([1, [], {}, null, true].map((sent) => take(text(), sent))).toEqual(Array(5).fill(TYPE));
    expect([1, '1', true].map((sent) => take(text({ numbers: true }), sent))).toEqual(['1', '1', TYPE]);
  });
  it('count characters, not bytes', () => {
    expect(take(text({ maxLength: 2 }), '👩👩')).toBe('👩👩');
    expect(take(text({ maxLength: 2 }), 'abc')).toEqual(['a rest_too_long']);
    expect(take(text({ minLength: 2 }), '👩')).toEqual(['a rest_too_short']);
  });
  it('search their pattern unanchored and Unicode aware', () => {
    expect(take(text({ pattern: '^.$' }), 'é')).toBe('é');
    expect(take(text({ pattern: 'b' }), 'abc')).toBe('abc');
    expect(take(text({ pattern: '#' }), 'abc')).toEqual(['a rest_invalid_pattern']);
  });
  it('are refused if they are empty, or none of the declared ones', () => {
    expect(take(text({ nonEmpty: true }), ' ')).toEqual(['a rest_invalid_param']);
    expect(take(text({ enum: ['a', 'b'] }), 'c')).toEqual(['a rest_not_in_enum']);
  });
  it('count characters, whatever their size', () => {
    const most = text({ maxLength: 3 });
    expect(['😀😀😀', 'abc', 'abcd', '😀😀😀😀', 'x'.repeat(9)].map((sent) => take(most, sent))).toEqual([
      '😀😀😀',
      'abc',
      ...['abcd', '😀😀😀😀', 'x'].map(() => ['a rest_too_long']),
    ]);
    const least = text({ minLength: 3 });
    expect(['😀😀', 'ab', '😀😀😀', 'x'.repeat(9)].map((sent) => take(least, sent))).toEqual([
      ['a rest_too_short'],
      ['a rest_too_short'],
      '😀😀😀',
      'x'.repeat(9),
    ]);
  });
  it('obey a custom check, with its code', () => {
    const slug = text({ check: (value) => (value === 'admin' ? invalid('taken', 'slug_taken') : undefined) });
    expect([take(slug, 'admin'), take(slug, 'x')]).toEqual([['a slug_taken'], 'x']);
    expect(take(text({ check: () => 'No.' }), 'x')).toEqual(['a rest_invalid_param']);
  });
});

describe('lists', () => {
  const ids = list(integer());
  it.each([
    ['1,2', [1, 2]],
    ['1, 2 3', [1, 2, 3]],
    ['1,2,', [1, 2]],
    ['', []],
    [5, [5]],
    [
      ['1', 2],
      [1, 2],
    ],
  ])('accept %j', (sent, value) => expect(take(ids, sent)).toEqual(value));
  it('name the refused item', () => {
    expect(take(ids, 'lol')).toEqual(['a[0] rest_invalid_type']);
    expect(take(ids, [1, true])).toEqual(['a[1] rest_invalid_type']);
    expect([take(ids, { k: 1 }), take(ids, null)]).toEqual([TYPE, TYPE]);
  });
  it('may be split at commas only, for names', () => {
    expect(take(list(text(), { split: 'commas' }), ' New York , Paris,')).toEqual(['New York', 'Paris']);
  });
  it('obey their length and uniqueness, judged after conversion', () => {
    expect(take(list(integer(), { maxItems: 1 }), '1,2')).toEqual(['a rest_too_many_items']);
    expect(take(list(integer(), { minItems: 1 }), '')).toEqual(['a rest_too_few_items']);
    expect(take(list(integer(), { unique: true }), ['1', 1])).toEqual(['a rest_duplicate_items']);
    const objects = list(object({ n: integer() }), { unique: true });
    expect(
      take(objects, [
        { n: 1, m: 2 },
        { m: 2, n: '1' },
      ]),
    ).toEqual(['a rest_duplicate_items']);
    expect(take(list(anything({ parse: (value) => value }), { unique: true }), [0, false, 1, true])).toHaveLength(4);
  });
});

describe('objects', () => {
  const venue = object({ venue: text({ required: true }), zip: text(), capacity: integer() });
  it('convert their members and keep the others', () => {
    expect(take(venue, { venue: 'Hall', capacity: '7', other: 1 })).toEqual({ venue: 'Hall', capacity: 7, other: 1 });
  });
  it('name the refused or missing member', () => {
    expect(take(venue, { venue: 'Hall', capacity: 'x' })).toEqual(['a[capacity] rest_invalid_type']);
    expect(take(venue, {})).toEqual(['a rest_property_required']);
    const deep = object({ rows: list(object({ n: integer() })) });
    expect(take(deep, { rows: [{ n: 1 }, { n: 'x' }] })).toEqual(['a[rows][1][n] rest_invalid_type']);
  });
  it('treat null members as absent', () => {
    expect(take(venue, { venue: 'Hall', zip: null })).toEqual({ venue: 'Hall' });
  });
  it('refuse values that are no objects, but accept the empty text as an empty one', () => {
    expect(take(object({}), '')).toEqual({});
    expect(take(object({}), 'x')).toEqual(TYPE);
  });
  it('may refuse or check further members', () => {
    expect(take(object({}, { additional: false }), { x: 1 })).toEqual(['a rest_additional_properties_forbidden']);
    expect(take(object({}, { additional: integer() }), { x: '1' })).toEqual({ x: 1 });
    expect(take(object({}, { additional: integer() }), { x: 'y' })).toEqual(['a[x] rest_invalid_type']);
  });
  it('are not fooled by names of JavaScript', () => {
    const sent = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}');
    take(object({ constructor: integer() }), sent);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('alternatives', () => {
  const terms = oneOf([list(integer()), object({ operator: text({ enum: ['AND', 'OR'] }) }, { additional: false })]);
  it('accept a value if exactly one does', () => {
    expect(take(terms, '1,2')).toEqual([1, 2]);
    expect(take(terms, { operator: 'AND' })).toEqual({ operator: 'AND' });
    expect(take(terms, 'x')).toEqual(['a rest_no_matching_schema']);
    expect(take(terms, '')).toEqual(['a rest_one_of_multiple_matches']);
  });
  it('convert by the first that accepts', () => {
    const title = anyOf([integer(), text()]);
    expect([take(title, '5'), take(title, 'x'), take(title, [])]).toEqual([5, 'x', ['a rest_no_matching_schema']]);
  });
});

describe('formats', () => {
  it.each([
    '2031-05-05T08:00:00',
    '2031-05-05t08:00:00Z',
    '2031-05-05 08:00:00+02',
    '1970-01-01T00:00:00.5-05:30',
    '9999-12-29T00:00:00',
    '0001-01-03T00:00:00',
  ])('accept the date %s', (sent) => expect(take(dateTime(), sent)).toBe(sent));
  it.each([
    'never',
    '',
    '2031',
    '2031-05-05',
    '2031-05-05T08:00',
    '20310505T080000',
    '2031-18-05T08:00:00',
    '2031-02-30T08:00:00',
    '2031-05-05T24:00:00',
    '2031-05-05T08:00:00+2',
    '9999-12-31T23:59:59',
    '9999-12-31T23:59:59-12:00',
    '9999-12-30T12:00:00-23:59',
    '0000-06-05T08:00:00',
    '0001-01-01T00:00:00+14:00',
  ])('refuse the date %s', (sent) => expect(take(dateTime(), sent)).toEqual(['a rest_invalid_date']));
  it('cover e-mail and web addresses', () => {
    expect([take(email(), 'a@example.org'), take(email(), 'nope')]).toEqual([
      'a@example.org',
      ['a rest_invalid_email'],
    ]);
    expect([take(uri(), 'anything'), take(uri({ web: true, allowEmpty: true }), '')]).toEqual(['anything', '']);
    const refused = ['nope', 'javascript:alert(1)', 'http://', 'http:// x', 'ftp://x'];
    expect(refused.map((sent) => take(uri({ web: true }), sent))).toEqual(refused.map(() => ['a rest_invalid_uri']));
    expect(take(uri({ web: true }), 'https://example.org/ä?x=[1]')).toBe('https://example.org/ä?x=[1]');
  });
});

describe('an argument', () => {
  it('never throws for any value', () => {
    const every = [
      integer(),
      number(),
      boolean(),
      text({ pattern: 'a' }),
      list(integer(), { unique: true }),
      object({ a: list(text()) }),
      oneOf([integer(), text()]),
      dateTime(),
      email(),
      uri({ web: true }),
    ];
    fc.assert(fc.property(fc.anything(), (value) => every.every((arg) => take(arg, value) !== undefined)));
  });
});
