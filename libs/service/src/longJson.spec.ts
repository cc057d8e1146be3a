import { slowSteps, turnsDuring } from '@almanac/rest/testing';
import fc from 'fast-check';
import { parseJson, serializeJson } from './longJson.ts';

/** Makes a text as long as those that are parsed in pieces. */
const long = (json: string): string => json + ' '.repeat(1_048_576);

const records = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ number, text: '"'.repeat(60_000), tags: [[{ a: [] }], '[{"'] }));

describe('JSON of another service', () => {
  it('is the same value in pieces', () =>
    fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (value) => {
        const json = JSON.stringify(value);
        expect(await parseJson(long(json))).toEqual(JSON.parse(json));
      }),
    ));

  it.each([
    '{"responses":[{"a":1},null,[],{"b":[{"c":"]}\\\\\\""}]}],"failed":"validation"}',
    '{"b":{"2":[1],"1":[2]},"1":[[3],4,[[5]]]}',
    '{"a":[{"x":1}],"a":[{"x":2},[3]]}',
    '[[1,[2]],{"a":{"b":{}}},[],"[["]',
  ])('is the same value in pieces: %s', async (json) => {
    expect(await parseJson(long(json))).toEqual(JSON.parse(json));
  });

  it('keeps members that no assignment would add', async () => {
    const parsed = (await parseJson(long('{"a":{"__proto__":{"b":1}}}'))) as { readonly a: object };
    expect(Object.entries(parsed.a)).toEqual([['__proto__', { b: 1 }]]);
  });

  it.each(['{"a":[{"b":1]}', '{"a":[{"b" 1}]}', '{"a":[1,2', '}{', ']]]', '{"a":[{"b":1}]}}', '"a'])(
    'is refused if it is broken: %s',
    async (json) => {
      await expect(parseJson(long(json))).rejects.toThrow(SyntaxError);
    },
  );

  it('lets others be answered between long records', async () => {
    const json = JSON.stringify({ responses: records(100) });
    let parsed: unknown;
    const turns = await turnsDuring(async () => {
      parsed = await parseJson(json);
    });
    expect(parsed).toEqual({ responses: records(100) });
    expect(turns).toBeGreaterThan(1);
  });
});

describe('JSON for another service', () => {
  it.each([
    ['text', 'a'],
    ['quotation marks', '"'.repeat(200_000)],
    ['pairs of surrogates', 'x\u{1F600}'.repeat(50_000)],
  ])('is the same for short and long bodies of %s', async (_name, text) => {
    const body = { items: [{ path: '/a', body: { text, none: undefined } }, { body: [text, null] }], dryRun: false };
    expect(Buffer.from(await serializeJson(body)).toString()).toBe(JSON.stringify(body));
  });

  it('lets others be answered between the slices of a long text', async () => {
    const item = { body: { content: '"'.repeat(500_000) } };
    slowSteps();
    expect(await turnsDuring(() => serializeJson({ items: [item, item] }))).toBeGreaterThan(50);
    jest.restoreAllMocks();
  });
});
