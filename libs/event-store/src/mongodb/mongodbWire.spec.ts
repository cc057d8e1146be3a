import { BSONError } from 'bson';
import {
  type Collection,
  MongoBulkWriteError,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoServerSelectionError,
} from 'mongodb';
import { newCommit } from '../logUnderTest.contract.ts';
import { type CommitDocument, NotSentError } from './logWire.ts';
import { createMongodbWire } from './mongodbWire.ts';

const failing = (error: Error): Collection<CommitDocument> =>
  ({ insertMany: () => Promise.reject(error) }) as unknown as Collection<CommitDocument>;

const inserting = async (error: Error): Promise<unknown> => {
  const { events, meta } = newCommit([]);
  return createMongodbWire(failing(error))
    .insert([{ _id: 1, keys: [], events, meta }])
    .catch((thrown) => thrown);
};

describe('the wire over the driver', () => {
  const refusals = [
    new MongoInvalidArgumentError('Document is larger than the maximum size 16777216'),
    new BSONError('key must not contain null bytes'),
    new RangeError('The value of "offset" is out of range'),
  ];

  it.each(refusals.map((error) => [error.name, error]))('classifies %s as unsent', async (_, error) => {
    const thrown = await inserting(error as Error);
    expect(thrown).toBeInstanceOf(NotSentError);
    expect(thrown).toMatchObject({ cause: error });
  });

  it('classifies an interrupted connection as possibly sent, and a missing server as unsent', async () => {
    expect(await inserting(new MongoNetworkError('closed'))).toMatchObject({ sent: true });
    const away = new MongoServerSelectionError('no primary', {} as never);
    expect(await inserting(away)).toMatchObject({ sent: false });
  });

  it('classifies a write without a majority as possibly sent, also beside a taken key', async () => {
    const result = { getWriteConcernError: () => ({ code: 64 }) } as never;
    for (const writeErrors of [[], [{ code: 11_000, index: 0 }]]) {
      const late = new MongoBulkWriteError({ message: 'late', code: 64, writeErrors } as never, result);
      expect(await inserting(late)).toMatchObject({ name: 'WireError', sent: true });
    }
  });

  it('tells the server the time limit of a write, and to wait for a majority', async () => {
    const asked: { maxTimeMS?: number; writeConcern?: { wtimeoutMS?: number } }[] = [];
    const insertMany = async (_: unknown, options: object) => void asked.push(options);
    await createMongodbWire({ insertMany } as unknown as Collection<CommitDocument>).insert([]);
    const [options] = asked;
    for (const most of [options?.maxTimeMS, options?.writeConcern?.wtimeoutMS]) {
      expect(most).toBeGreaterThan(0);
      // the driver's socket times out after five seconds
      expect(most).toBeLessThan(5_000);
    }
  });

  it('passes unknown errors on', async () => {
    const fault = new TypeError('a fault of the driver');
    expect(await inserting(fault)).toBe(fault);
  });
});
