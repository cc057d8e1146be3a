import {
  MongoBulkWriteError,
  type Collection as MongoCollection,
  MongoServerError,
  MongoWriteConcernError,
} from 'mongodb';
import { answered } from './answered.ts';
import type { StoredDocument } from './stored.ts';
import { newestDocuments, writeGuarded } from './writing.ts';

const refused = (code: number): Promise<unknown> =>
  answered(Promise.reject(new MongoServerError({ message: 'refused', code })));

describe('an answer of MongoDB', () => {
  it.each([
    [134, 'cannot say yet what a majority has'],
    [50, 'was not done in time'],
    [14_031, 'has no room on its disk'],
  ])('may be repeated with code %i, that %s', async (code) => {
    await expect(refused(code)).rejects.toMatchObject({ code: 'store-unavailable' });
  });

  it('is final if it refuses the request', async () => {
    await expect(refused(2)).rejects.toBeInstanceOf(MongoServerError);
  });
});

describe('a write that only the primary has acknowledged', () => {
  const late = { code: 64, errmsg: 'waiting for replication timed out' };
  const bulkError = (writeErrors: { code: number; index: number }[]) =>
    new MongoBulkWriteError(
      { message: 'late', code: writeErrors[0]?.code ?? late.code, writeErrors } as never,
      {
        getWriteConcernError: () => late,
      } as never,
    );

  it('is neither a failure nor a success if it is a single one', async () => {
    const error = new MongoWriteConcernError({ ok: 1, writeConcernError: late } as never);
    await expect(answered(Promise.reject(error))).rejects.toMatchObject({ code: 'store-unavailable' });
  });

  it.each([[[]], [[{ code: 11_000, index: 0 }]]])('is neither if documents are written together', async (errors) => {
    const generation = {
      bulkWrite: () => Promise.reject(bulkError(errors)),
    } as unknown as MongoCollection<StoredDocument>;
    const collection = { name: 'notes', projectionVersion: 1 };
    const writes = newestDocuments([{ collection, id: 1, version: 1, body: {} }]);
    await expect(writeGuarded(generation, writes)).rejects.toMatchObject({ code: 'store-unavailable' });
  });
});
