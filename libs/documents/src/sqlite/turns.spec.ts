import { setImmediate as nextTurn } from 'node:timers/promises';
import { openDatabase } from './openDatabase.ts';
import { createSqliteDocuments } from './sqliteDocuments.ts';
import { createSqliteEntries } from './sqliteEntries.ts';
import { createTurns } from './turns.ts';

describe('consecutive reads', () => {
  let time = 0;
  let done: string[];
  const inTurn = createTurns(() => time);
  /** Runs a request with a number of reads, each of the same duration. */
  const request = async (name: string, reads: number, milliseconds: number): Promise<void> => {
    for (let read = 1; read <= reads; read++) {
      await inTurn(() => {
        time += milliseconds;
        done.push(`${name}${read}`);
      });
    }
  };
  /** Records the turns of the event loop, until stopped. */
  const turns = (): (() => void) => {
    let isOver = false;
    const note = (): void => {
      if (isOver) return;
      done.push('|');
      setImmediate(note);
    };
    setImmediate(note);
    return () => {
      isOver = true;
    };
  };
  beforeEach(async () => {
    done = [];
    await nextTurn();
  });

  it('run at once while they are short', async () => {
    const stop = turns();
    await request('a', 9, 1);
    stop();
    expect(done).toEqual(Array.from({ length: 9 }, (_, index) => `a${index + 1}`));
  });

  it('let others be answered every ten milliseconds', async () => {
    const stop = turns();
    await request('a', 7, 5);
    stop();
    expect(done.join('')).toBe('a1a2|a3a4|a5a6|a7');
  });

  it('take turns if several requests send them', async () => {
    await Promise.all([request('a', 5, 10), request('b', 5, 10), request('c', 2, 10)]);
    expect(done.join('')).toBe('a1b1c1a2b2c2a3b3a4b4a5b5');
  });

  it('fail one by one', async () => {
    await request('a', 1, 10);
    const failing = inTurn(() => {
      throw new Error('no');
    });
    const after = inTurn(() => 'yes');
    await expect(failing).rejects.toThrow('no');
    expect(await after).toBe('yes');
  });
});

describe('a request with many reads of documents', () => {
  const NOTES = { name: 'notes', projectionVersion: 1 };

  it('lets others be answered in between', async () => {
    const database = openDatabase(':memory:');
    const documents = createSqliteDocuments(database, [NOTES]);
    const ids = Array.from({ length: 1_000 }, (_, index) => index + 1);
    await documents.write(ids.map((id) => ({ collection: NOTES, id, version: 1, body: { text: 'x'.repeat(1_000) } })));
    let others = 0;
    let isOver = false;
    const answer = (): void => {
      others++;
      if (!isOver) setImmediate(answer);
    };
    answer();
    for (let read = 0; read < 50; read++) await documents.getMany(NOTES, ids);
    isOver = true;
    database.close();
    expect(others).toBeGreaterThan(2);
  });
});

describe('endless reads', () => {
  const database = openDatabase(':memory:');
  const entries = createSqliteEntries(database, { now: () => Date.now() });
  afterAll(() => database.close());

  it.each([
    ['an entry', () => entries.get('kind', 'id')],
    ['lists of entries', () => entries.list('kind')],
  ])('let others be answered in between: %s', async (_what, read) => {
    let isAnswered = false;
    setImmediate(() => {
      isAnswered = true;
    });
    for (let reads = 0; reads < 200_000 && !isAnswered; reads++) await read();
    expect(isAnswered).toBe(true);
  });
});
