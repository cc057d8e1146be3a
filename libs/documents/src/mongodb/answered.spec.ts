import { MongoServerError } from 'mongodb';
import { answered } from './answered.ts';

const refused = (code: number): Promise<unknown> =>
  answered(Promise.reject(new MongoServerError({ message: 'refused', code })));

describe('an answer of MongoDB', () => {
  it.each([
    [134, 'cannot say yet what a majority has'],
    [50, 'was not done in time'],
  ])('with code %i, that %s, is one to ask for again', async (code) => {
    await expect(refused(code)).rejects.toMatchObject({ code: 'store-unavailable' });
  });

  it('that refuses what was asked is not', async () => {
    await expect(refused(2)).rejects.toBeInstanceOf(MongoServerError);
  });
});
