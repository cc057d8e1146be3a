import { MongoServerError } from 'mongodb';
import { answered } from './answered.ts';

const refused = (code: number): Promise<unknown> =>
  answered(Promise.reject(new MongoServerError({ message: 'refused', code })));

describe('an answer of MongoDB', () => {
  it('that cannot say yet what a majority has is one to ask for again', async () => {
    await expect(refused(134)).rejects.toMatchObject({ code: 'store-unavailable' });
  });

  it('that refuses what was asked is not', async () => {
    await expect(refused(2)).rejects.toBeInstanceOf(MongoServerError);
  });
});
