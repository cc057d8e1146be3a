import fc from 'fast-check';
import { createLog } from './log.ts';

const logged = (record: object, message = 'asked'): string => {
  const lines: string[] = [];
  createLog({ level: 'info', pretty: false }, { write: (line) => void lines.push(line) }).info(record, message);
  return lines.join('');
};

const VALUE = 'hunter2';

/** Ways to write a member or an argument, each within the text so far. */
const forms: Readonly<Record<string, (name: string, value: string) => string>> = {
  query: (name, value) => `/en/json/posts?a=1&${encodeURIComponent(name)}=${encodeURIComponent(value)}&b=2`,
  'percent-encoded name': (name, value) => `/p?${[...name].map(percent).join('')}=${encodeURIComponent(value)}`,
  form: (name, value) => new URLSearchParams({ [`user[${name}]`]: value, c: '1' }).toString(),
  JSON: (name, value) => JSON.stringify({ c: [{ [name]: value }] }),
  'JSON with escapes': (name, value) => `{"${[...name].map(escaped).join('')}":${JSON.stringify(value)}}`,
  'a quotation of JSON': (name, value) => `not JSON: {"b":1,${JSON.stringify(name)}:${JSON.stringify(value)}`,
  fragment: (name, value) => `https://a.test/#${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
};
const percent = (letter: string): string => `%${letter.charCodeAt(0).toString(16)}`;
const escaped = (letter: string): string => `\\u00${letter.charCodeAt(0).toString(16)}`;

const written = fc.constantFrom(...Object.values(forms));
const secretNames = fc.constantFrom('password', 'Post_Password', 'token', 'access_token', 'client_secret', '_nonce');
const openNames = fc.constantFrom('url', 'redirect_to', 'body', 'q');

describe('a line of the log', () => {
  it('hides every value whose name is secret, however it is written and nested', () => {
    const run = (name: string, form: (typeof forms)[string], around: (readonly [string, (typeof forms)[string]])[]) => {
      const text = around.reduce((inner, [open, write]) => write(open, inner), form(name, VALUE));
      for (const line of [logged({ url: text }), logged({ deep: { err: new Error(text) } }), logged({}, text)])
        expect(line).not.toContain(VALUE);
    };
    const around = fc.array(fc.tuple(openNames, written), { maxLength: 3 });
    fc.assert(fc.property(secretNames, written, around, run), { numRuns: 500 });
  });

  it.each([
    `/en/json/i18n/tm/v1/ate/jobs/receive/7?t=${VALUE}`,
    `/en/json/i18n/tm/v1/ate/jobs/receive/7?a=1&t=${VALUE}&b=2`,
    `/p?%74=${VALUE}`,
    `https://a.test/?u=${encodeURIComponent(`https://b.test/?t=${VALUE}`)}`,
  ])('hides the token of a callback: %s', (url) => {
    const line = logged({ url });
    expect(line).not.toContain(VALUE);
    expect(logged({ url: '/en/json?tvn1=5&at=6' })).toContain('tvn1=5&at=6');
  });

  it('hides every member whose name is secret, at any depth', () => {
    const record = { a: { b: { c: { d: [{ password: VALUE, 'x-api-key': VALUE }] } } }, 'set-cookie': [VALUE] };
    expect(logged(record)).not.toContain(VALUE);
  });

  it.each([
    ['an address', { url: '/en/json/posts?search=a%20b&page=2' }],
    ['an address in an address', { url: '/go?to=https%3A%2F%2Fa.test%2F%3Fx%3D1%2526' }],
    ['JSON in a text', { body: '{"a": 1, "b": "x=1"}' }],
    ['a text', { reason: 'no answer: 1 = 1, 50% of "it": {' }],
    ['broken percent signs', { url: '/%zz%e9?%=%2&=%' }],
  ])('shows the rest unchanged: %s', (_what, record) => {
    expect(JSON.parse(logged(record))).toMatchObject(record);
  });

  it('keeps the text beside a secret', () => {
    const url = '/go?to=https%3A%2F%2Fa.test%2F%3Fpassword%3Dhunter2%26page%3D2&b=3';
    expect(JSON.parse(logged({ url })).url).toBe('/go?to=https%3A%2F%2Fa.test%2F%3Fpassword%3D…%26page%3D2&b=3');
    expect(JSON.parse(logged({ url: 'https://ann:hunter2@a.test/x' })).url).toBe('https://ann:…@a.test/x');
    expect(JSON.parse(logged({ url: "/?password=it's;hunter2#hunter2&b=3" })).url).toBe('/?password=…&b=3');
  });

  it('is written in time proportional to its length', () => {
    for (const piece of ['a=', '%3D', '%253D', '"a":', '{', '//', '=&', '"\\', 'a=%', '//a:'])
      expect(logged({ url: `/?token=${piece.repeat(16_000 / piece.length)}` }).length).toBeLessThan(60_000);
  });
});
