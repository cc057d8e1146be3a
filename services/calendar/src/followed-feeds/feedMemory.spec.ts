import { calendarOf } from '../testing.contract.ts';
import { type FeedRun, putRuns, readRuns } from './feedMemory.ts';

describe('The log of runs', () => {
  it('has the last 50 runs', async () => {
    const { entries } = calendarOf();
    const counts = { found: 0, created: 0, updated: 0, unchanged: 0, removed: 0, left: 0 };
    const run = (started: string): FeedRun => ({ started, finished: started, result: 'ok', reason: null, counts });
    for (let count = 1; count <= 60; count++) {
      const runs = await readRuns(entries, 7);
      await putRuns(entries, 7, { ...runs, log: [run(String(count)), ...runs.log] });
    }
    const { log } = await readRuns(entries, 7);
    expect([log.length, log[0]?.started, log[49]?.started]).toEqual([50, '60', '11']);
  });
});
