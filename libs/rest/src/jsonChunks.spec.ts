import fc from 'fast-check';
import { hasRecords, jsonChunks } from './jsonChunks.ts';

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

  it('is made in pieces for lists only', () => {
    expect([[1], { a: [1] }, 'text', null, { toJSON: () => [1, 2], a: [1, 2] }].map(hasRecords)).not.toContain(true);
  });
});
