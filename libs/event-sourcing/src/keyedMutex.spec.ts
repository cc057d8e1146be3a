import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises';
import { KeyedMutex } from './keyedMutex.ts';

describe('a keyed mutex', () => {
  it('runs work that shares a key one after another, in the order of asking', async () => {
    const mutex = new KeyedMutex();
    const log: string[] = [];
    const work = (name: string, wait: number) => async () => {
      log.push(`${name} in`);
      await sleep(wait);
      log.push(`${name} out`);
    };
    await Promise.all([
      mutex.run(['a'], work('one', 8)),
      mutex.run(['a'], work('two', 1)),
      mutex.run(['a'], work('three', 1)),
    ]);
    expect(log).toEqual(['one in', 'one out', 'two in', 'two out', 'three in', 'three out']);
  });

  it('keeps work out that arrives while the second of two runs and the first has left', async () => {
    const mutex = new KeyedMutex();
    const log: string[] = [];
    const second = Promise.withResolvers<void>();
    const first = mutex.run(['a'], async () => void log.push('one'));
    const after = mutex.run(['a'], async () => {
      log.push('two in');
      await second.promise;
      log.push('two out');
    });
    await first;
    const last = mutex.run(['a'], async () => void log.push('three'));
    await breathe();
    expect(log).toEqual(['one', 'two in']);
    second.resolve();
    await Promise.all([after, last]);
    expect(log).toEqual(['one', 'two in', 'two out', 'three']);
  });

  it('remembers a key only while it is held or waited for', async () => {
    const mutex = new KeyedMutex();
    const held = Promise.withResolvers<void>();
    const both = [mutex.run(['a', 'b'], () => held.promise), mutex.run(['b'], async () => undefined)];
    await breathe();
    expect(mutex.size).toBe(2);
    held.resolve();
    await Promise.all(both);
    expect(mutex.size).toBe(0);
  });

  it('runs work that shares no key at the same time', async () => {
    const mutex = new KeyedMutex();
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = mutex.run(['a'], () => promise);
    await mutex.run(['b'], async () => undefined);
    await mutex.run([], async () => undefined);
    resolve();
    await first;
  });

  it('never deadlocks, in whatever order keys are named', async () => {
    const mutex = new KeyedMutex();
    const names = ['a', 'b', 'c', 'd'];
    let done = 0;
    const worker = async (turn: number) => {
      const named = [names[turn % 4]!, names[(turn * 3 + 1) % 4]!, names[turn % 4]!];
      await mutex.run(turn % 2 === 0 ? named : named.reverse(), () => sleep(0));
      done++;
    };
    await Promise.all(Array.from({ length: 40 }, (_, turn) => worker(turn)));
    expect(done).toBe(40);
  });

  it('lets the next work in when one fails', async () => {
    const mutex = new KeyedMutex();
    const failing = mutex.run(['a', 'b'], async () => {
      throw new RangeError('no');
    });
    const next = mutex.run(['b', 'a'], async () => 'in');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('in');
  });
});
