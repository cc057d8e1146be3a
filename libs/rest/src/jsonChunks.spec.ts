import fc from 'fast-check';
import { hasRecords, jsonChunks } from './jsonChunks.ts';
import { slowSteps, turnsDuring } from './turnsDuring.ts';

const textOf = async (body: unknown): Promise<string> => Buffer.concat(await jsonChunks(body)).toString();

const record = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.date({ noInvalidDate: true }));
const records = fc.array(record, { minLength: 2 });
const body = fc.oneof(records, fc.dictionary(fc.string(), fc.oneof(record, records), { noNullPrototype: true }));

describe('the JSON of a body with records', () => {
  it('is the same as in one piece', async () => {
    const isSame = fc.asyncProperty(body.filter(hasRecords), async (value) => {
      expect(await textOf(value)).toBe(JSON.stringify(value));
    });
    await fc.assert(isSame);
  });

  it('has a chunk for each long record, and one for short ones', async () => {
    const long = 'é'.repeat(100_000);
    expect(await jsonChunks([long, long, 1, 2])).toHaveLength(3);
    expect(await jsonChunks({ events: [1, 2], total: 2 })).toHaveLength(1);
  });

  it.each([
    ['quotation marks', '"'],
    ['pairs of surrogates', 'x\u{1F600}'],
    ['halves of pairs', '\ud83dx'],
    ['halves before pairs', '\ud83d\ud83d\ude00'],
    ['other halves', '\ude00\ud83d'],
  ])('is the same as in one piece for long texts of %s', async (_name, part) => {
    for (const text of ['', 'a'].map((start) => start + part.repeat(100_000))) {
      const value = { content: { raw: text }, list: [{ text }, text] };
      expect(await textOf(value)).toBe(JSON.stringify(value));
    }
  });

  it('lets others be answered between the slices of a long text', async () => {
    slowSteps();
    expect(await turnsDuring(() => jsonChunks({ content: '"'.repeat(1_000_000) }))).toBeGreaterThan(50);
    jest.restoreAllMocks();
  });

  it('is made in pieces for lists only', () => {
    expect([[1], { a: [1] }, 'text', null, { toJSON: () => [1, 2], a: [1, 2] }].map(hasRecords)).not.toContain(true);
  });
});
