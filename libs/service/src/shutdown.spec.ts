import { EventEmitter } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import { silentLog } from './log.ts';
import { stopOnSignals } from './shutdown.ts';

const stopWith = (stop: () => Promise<void>, timeout = 1_000) => {
  const signals = new EventEmitter();
  const codes: number[] = [];
  const clock = { now: 0 };
  const exit = (code: number): void => void codes.push(code);
  stopOnSignals(stop, { log: silentLog, exit, signals, timeout, now: () => clock.now });
  return { signals, codes, clock };
};

describe('shutdown', () => {
  it('stops on a signal, then ends with 0', async () => {
    let stopped = 0;
    const { signals, codes } = stopWith(async () => void stopped++);
    signals.emit('SIGTERM');
    await after(10);
    expect([stopped, codes]).toEqual([1, [0]]);
  });

  it('ends with 1 when stopping fails', async () => {
    const { signals, codes } = stopWith(() => Promise.reject(new Error('stuck')));
    signals.emit('SIGINT');
    await after(10);
    expect(codes).toEqual([1]);
  });

  it('ends with 1 when stopping takes too long', async () => {
    const { signals, codes } = stopWith(() => after(60), 20);
    signals.emit('SIGINT');
    await after(40);
    expect(codes).toEqual([1]);
    await after(40);
  });

  it('ends at once on a second Ctrl-C, but not on the second signal of one press', async () => {
    const { signals, codes, clock } = stopWith(() => after(60));
    signals.emit('SIGINT');
    signals.emit('SIGINT');
    expect(codes).toEqual([]);
    clock.now = 1_000;
    signals.emit('SIGINT');
    expect(codes).toEqual([1]);
    await after(60);
  });

  it('stops once when a process group and npm each send SIGTERM', async () => {
    let stopped = 0;
    const { signals, codes, clock } = stopWith(async () => void stopped++);
    signals.emit('SIGTERM');
    clock.now = 1_000;
    signals.emit('SIGTERM');
    await after(10);
    expect([stopped, codes]).toEqual([1, [0]]);
  });
});
