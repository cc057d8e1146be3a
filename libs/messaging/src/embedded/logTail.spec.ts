import { tagDeleted } from '@almanac/contracts';
import type { Commit, EventStore } from '@almanac/event-store';
import { parsedBy } from '../parsedDeliveries.ts';
import { memoryLog } from '../testing/memoryLog.ts';
import { createTestLog, publishTest } from '../testing/testLog.ts';
import { LogTail } from './logTail.ts';

const makeTail = () => {
  const store = memoryLog();
  const reads: number[] = [];
  const readLog = store.readLog;
  store.readLog = async (after, limit) => {
    reads.push(after);
    return readLog(after, limit);
  };
  return { store, reads, append: createTestLog(store), tail: new LogTail('core', { store, publishing: publishTest }) };
};

const positions = async (tail: LogTail, after: number): Promise<number[]> =>
  (await tail.read(after)).map((step) => step.end.position);

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('the tail of a log', () => {
  it('is read once for all readers, and every reader sees all of it', async () => {
    const { tail, append, reads } = makeTail();
    for (let turn = 0; turn < 3; turn++) await append(['tag-1']);
    expect(await Promise.all([positions(tail, 0), positions(tail, 0)])).toEqual([range(1, 3), range(1, 3)]);
    expect([await positions(tail, 1), reads]).toEqual([[2, 3], [0]]);
    await append(['tag-1']);
    expect(await Promise.all([positions(tail, 3), positions(tail, 3), positions(tail, 2)])).toEqual([[4], [4], [3]]);
    expect([await positions(tail, 2), await positions(tail, 4), reads]).toEqual([[3, 4], [], [0, 3, 4]]);
  });

  it('starts a new read for a reader that asks after a later append', async () => {
    const { store, tail, append } = makeTail();
    const { readLog } = store;
    store.readLog = async (after) => {
      const found = await readLog(after);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return found;
    };
    const early = positions(tail, 0);
    await append(['tag-1']);
    expect(await Promise.all([early, positions(tail, 0)])).toEqual([[], [1]]);
  });

  it('shows an append of another process, although this process is not notified', async () => {
    const store = memoryLog();
    const append = createTestLog(store);
    const tail = new LogTail('core', { store: { ...store, onAppend: () => () => undefined }, publishing: publishTest });
    expect(await positions(tail, 0)).toEqual([]);
    await append(['tag-1']);
    expect(await positions(tail, 0)).toEqual([1]);
    await append(['tag-1']);
    expect(await positions(tail, 1)).toEqual([2]);
  });

  it('is not read again right after the newest commit of the process, but after others and later', async () => {
    jest.spyOn(performance, 'now').mockReturnValue(1_000);
    const { store, append, reads } = makeTail();
    const readWritten: EventStore['readWritten'] = (after) =>
      after < written.length ? written.slice(after) : undefined;
    const written: Commit[] = [];
    const tail = new LogTail('core', { store: { ...store, readWritten }, publishing: publishTest });
    const appendOwn = async (): Promise<void> => {
      await append(['tag-1']);
      written.push(...(await store.readLog(written.length)));
      reads.length = 0;
    };
    await appendOwn();
    expect([await positions(tail, 0), await positions(tail, 1), reads]).toEqual([[1], [], []]);
    await appendOwn();
    expect([await positions(tail, 1), await positions(tail, 2), reads]).toEqual([[2], [], []]);
    jest.spyOn(performance, 'now').mockReturnValue(1_050);
    expect([await positions(tail, 2), reads]).toEqual([[], [2]]);
    jest.restoreAllMocks();
  });

  it('has data parsed by their contract once for all readers; faulty data are left to those who take them', async () => {
    const { store, append } = makeTail();
    const data: Record<string, unknown>[] = [{ id: 7, more: 'of a later release' }, { id: 'seven' }];
    const publishing = () => data.map((each) => ({ type: tagDeleted.type, key: 'tag-7', data: each }));
    const tail = new LogTail('core', { store, publishing });
    await append(['tag-7', 'tag-7']);
    const [step] = await tail.read(0);
    const [parsed, faulty] = (await step?.deliveries()) ?? [];
    expect([parsed?.data, faulty?.data]).toEqual([{ id: 7 }, { id: 'seven' }]);
    expect(parsedBy(tagDeleted, parsed!)).toBe(parsed);
    expect(() => parsedBy(tagDeleted, faulty!)).toThrow(expect.objectContaining({ code: 'contract' }));
    expect(parsedBy({ ...tagDeleted, parse: () => 'otherwise' }, parsed!).data).toBe('otherwise');
  });

  it('caches the newest commits, and reads older ones again', async () => {
    const { tail, append } = makeTail();
    for (let turn = 0; turn < 2_600; turn++) await append(['tag-1']);
    for (const start of [0, 1_700, 0]) {
      let after = start;
      for (let page = await positions(tail, after); page.length > 0; page = await positions(tail, after)) {
        expect(page).toEqual(range(after + 1, after + page.length));
        after = page.at(-1) ?? after;
      }
      expect(after).toBe(2_600);
    }
  });

  it('caches few commits with long texts', async () => {
    const { append, tail, reads } = makeTail();
    const text = 'a'.repeat(1_024 * 1_024 - 1_000);
    for (let turn = 0; turn < 4; turn++) await append(['tag-1'], { text });
    expect([await positions(tail, 0), await positions(tail, 2), reads]).toEqual([[1, 2, 3, 4], [3, 4], [0]]);
    expect([await positions(tail, 1), reads]).toEqual([
      [2, 3, 4],
      [0, 1],
    ]);
  });

  it('maps the requested commits, and none after them', async () => {
    const { store, append } = makeTail();
    const tail = new LogTail('core', {
      store,
      publishing: (commit) => {
        if (commit.position === 2) throw new Error('cannot be mapped');
        return publishTest(commit);
      },
    });
    await append(['tag-1', 'tag-2']);
    await append(['tag-1']);
    const [first, second] = await tail.read(0);
    expect((await first?.deliveries())?.map((delivery) => delivery.key)).toEqual(['tag-1', 'tag-2']);
    await expect(second?.deliveries()).rejects.toThrow('cannot be mapped');
  });
});
