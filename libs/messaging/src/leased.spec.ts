import { setImmediate as breathe } from 'node:timers/promises';
import { until } from './bus.contract.ts';
import { createLease } from './lease.ts';
import { repeatWhileLeased, runAll, whileLeased } from './leased.ts';
import { memoryEntries } from './testing/memoryEntries.ts';
import { systemTime } from './time.ts';

/** Creates a clock that advances with each wait: a pause of a busy machine ends no lease. */
const waitingClock = () => {
  let clock = 0;
  const sleep = async (ms: number): Promise<void> => {
    await breathe();
    clock += ms;
  };
  return { now: () => clock, sleep };
};

const world = () => {
  const entries = memoryEntries();
  const time = waitingClock();
  const stopping = new AbortController();
  const warnings: string[] = [];
  const log = {
    info: () => undefined,
    warn: (_: object, text: string) => void warnings.push(text),
    error: () => undefined,
  };
  const run = (holder: string, work: (term: number, signal: AbortSignal) => Promise<void>): Promise<void> =>
    whileLeased(
      {
        name: 'work',
        lease: createLease(entries, 'work', holder, { now: time.now, duration: 200 }),
        time,
        beat: 20,
        log,
        signal: stopping.signal,
      },
      work,
    );
  const repeat = (holder: string, work: () => Promise<void>): Promise<void> =>
    repeatWhileLeased({ entries, log }, { name: 'turns', holder, rest: 1, signal: stopping.signal }, work);
  return { entries, warnings, log, stopping, time, run, repeat, stop: () => stopping.abort() };
};

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

describe('work under a lease', () => {
  it('runs in one process at a time, and ends with the signal', async () => {
    const { run, stop, time } = world();
    let [working, most] = [0, 0];
    const work = async (_term: number, signal: AbortSignal): Promise<void> => {
      most = Math.max(most, ++working);
      await aborted(signal);
      working--;
    };
    const both = [run('one', work), run('two', work)];
    await until(() => working === 1);
    await until(() => time.now() > 1_000);
    stop();
    await Promise.all(both);
    expect([working, most]).toEqual([0, 1]);
  });

  it('is retried after two seconds, however long its heartbeats are', async () => {
    const { entries, log, stopping } = world();
    const [beat, rests, terms] = [60_000, [] as number[], [] as number[]];
    const sleep = async (ms: number): Promise<void> => {
      rests.push(ms);
      await breathe();
    };
    const lease = createLease(entries, 'work', 'one', { now: systemTime.now, duration: 180_000 });
    const time = { now: systemTime.now, sleep };
    await whileLeased({ name: 'work', lease, time, beat, log, signal: stopping.signal }, async (term) => {
      if (terms.push(term) === 2) stopping.abort();
      throw new Error('for a moment');
    });
    expect([terms, rests.filter((ms) => ms !== beat)]).toEqual([
      [1, 2],
      [2_000, 2_000],
    ]);
  });

  it('is aborted when the lease is lost, and contends again', async () => {
    const { run, stop, entries } = world();
    const terms: number[] = [];
    const running = run('one', async (term, signal) => {
      terms.push(term);
      await aborted(signal);
    });
    await until(() => terms.length === 1);
    await entries.insert('lease', 'work#000000000002', { holder: 'other', beat: 0, released: false });
    await until(() => terms.length === 2);
    expect(terms).toEqual([1, 3]);
    stop();
    await running;
  });

  it('gives the lease back when it throws, and is tried again', async () => {
    const { run, stop, warnings } = world();
    const terms: number[] = [];
    await run('one', async (term) => {
      if (terms.push(term) === 3) stop();
      throw new Error('not now');
    });
    expect([terms, warnings.length]).toEqual([[1, 2, 3], 3]);
  });

  it('goes on for longer than the lease, which each heartbeat prolongs', async () => {
    const { entries, log, stopping, time } = world();
    const lease = createLease(entries, 'work', 'one', { now: time.now, duration: 200 });
    const held: unknown[] = [];
    await whileLeased({ name: 'work', lease, time, beat: 20, log, signal: stopping.signal }, async (term, signal) => {
      while (time.now() < 1_000 && !signal.aborted) await breathe();
      held.push([term, signal.aborted ? 'aborted' : 'held']);
      stopping.abort();
    });
    expect(held).toEqual([[1, 'held']]);
  });

  it('ends when the store has been out of reach for the lease time', async () => {
    const { run, stop, entries } = world();
    let ends = 0;
    const running = run('one', async (_term, signal) => {
      await aborted(signal);
      ends++;
    });
    await until(async () => (await entries.list('lease')).length === 1);
    entries.before = () => {
      throw new Error('out of reach');
    };
    await until(() => ends === 1);
    stop();
    await running;
  });

  it.each(['log-contradicted', 'log-gap'])('is over for good with %s', async (code) => {
    const { run, entries } = world();
    const running = run('one', async () => {
      throw Object.assign(new Error('the log is not what it was'), { code });
    });
    await expect(running).rejects.toThrow('the log is not what it was');
    expect((await entries.list<{ released: boolean }>('lease'))[0]?.body.released).toBe(true);
  });
});

describe('turns under a lease', () => {
  it('are taken repeatedly by one process, and end with the signal', async () => {
    const { repeat, stop } = world();
    const turns: string[] = [];
    const take = (holder: string) => repeat(holder, async () => void turns.push(holder));
    const both = [take('one'), take('two')];
    await until(() => turns.length >= 5);
    stop();
    await Promise.all(both);
    expect(new Set(turns).size).toBe(1);
  });

  it('go on after a failed one', async () => {
    const { repeat, stop, warnings } = world();
    let turns = 0;
    const running = repeat('one', async () => {
      if (++turns === 1) throw new Error('the store is away');
    });
    await until(() => turns >= 3);
    stop();
    await running;
    expect(warnings).toEqual(['interrupted; retrying']);
  });
});

describe('the jobs of one turn', () => {
  const failing = (error: unknown) => () => Promise.reject(error);
  const away = new Error('the store is away');

  it('all run, in their order, whether or not earlier ones have failed', async () => {
    const done: number[] = [];
    const work = (n: number) => async () => void done.push(n);
    await expect(runAll([work(1), failing(away), work(2), failing('full'), work(3)])).rejects.toMatchObject({
      errors: [away, 'full'],
    });
    expect(done).toEqual([1, 2, 3]);
    await expect(runAll([work(4), work(5)])).resolves.toBeUndefined();
  });

  it('report one failure as it is, and a fault of the log before all others', async () => {
    const fault = Object.assign(new Error('the log has a gap'), { code: 'log-gap' });
    await expect(runAll([failing(away)])).rejects.toBe(away);
    await expect(runAll([failing(away), failing(fault)])).rejects.toBe(fault);
  });
});
