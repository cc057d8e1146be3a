import { START } from './checkpoint.ts';
import { type Follower, followLog } from './followLog.ts';
import { memoryLog } from './testing/memoryLog.ts';
import { createTestLog, publishTest } from './testing/testLog.ts';

const POLL = 1_000;

/** Follows an empty log for a number of turns, with a clock that moves only with turns and waits. */
const followed = async (turns: number, { isBusy = true, ms = 100, poll = POLL } = {}) => {
  const stopping = new AbortController();
  const clock = { now: 0 };
  const [rounds, keeps, rests]: [number[], number[], number[]] = [[], [], []];
  let left = turns;
  const follower: Follower<never> = {
    logPosition: START,
    after: 0,
    take: async () => {
      clock.now += ms;
      left--;
      if (left === 0) stopping.abort();
      return isBusy;
    },
    round: async () => void rounds.push(clock.now),
    keep: async () => void keeps.push(clock.now),
  };
  const sleep = async (rest: number): Promise<void> => {
    rests.push(rest);
    clock.now += rest;
  };
  const time = { now: () => clock.now, sleep };
  const source = { store: memoryLog(), publishing: publishTest };
  const options = { owner: 'calendar.copies', source, read: async () => [], time, poll };
  await followLog(follower, options, stopping.signal);
  return { rounds, keeps, rests };
};

describe('a follower of a log', () => {
  it('looks for commands at first and once a poll, however much work there is', async () => {
    expect((await followed(25)).rounds).toEqual([0, 1_000, 2_000]);
  });

  it('saves the checkpoint at the end of much work', async () => {
    expect(await followed(25)).toMatchObject({ keeps: [2_500], rests: [] });
  });

  it('saves the checkpoint after a quiet moment, and waits for the rest of a poll', async () => {
    expect(await followed(2, { isBusy: false })).toMatchObject({ keeps: [300, 1_200], rests: [200, 800] });
  });

  it('waits for a whole poll at once while nothing happens, and saves no checkpoint again until the end', async () => {
    expect(await followed(4, { isBusy: false })).toMatchObject({
      keeps: [300, 3_400],
      rests: [200, 800, 1_000, 1_000],
    });
  });

  it('reads the log of other processes as often as its poll says', async () => {
    expect((await followed(3, { isBusy: false, poll: 100 })).rests).toEqual([100, 100]);
  });

  it('reads a commit as soon as its process has appended it, without waiting for the poll', async () => {
    const stopping = new AbortController();
    const store = memoryLog();
    const resting = Promise.withResolvers<void>();
    const sleep = (_ms: number, signal?: AbortSignal): Promise<void> => {
      // only an append ends a rest
      const rest = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      resting.resolve();
      return rest;
    };
    const read = async (after: number) => (await store.readLog(after)).map(({ position }) => position);
    const taken: number[] = [];
    const follower: Follower<number> = {
      logPosition: START,
      get after() {
        return taken.at(-1) ?? 0;
      },
      take: async (positions) => {
        taken.push(...positions);
        if (taken.length === 1) stopping.abort();
        return positions.length > 0;
      },
      round: async () => undefined,
      keep: async () => undefined,
    };
    const source = { store, publishing: publishTest };
    const options = { owner: 'core.relay', source, read, time: { now: () => 0, sleep }, poll: POLL };
    const following = followLog(follower, options, stopping.signal);
    await resting.promise;
    await createTestLog(store)(['user-1']);
    await following;
    expect(taken).toEqual([1]);
  });
});
