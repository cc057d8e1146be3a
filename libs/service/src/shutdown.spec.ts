import { EventEmitter } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import { silentLog } from './log.ts';
import { stopOnSignals } from './shutdown.ts';

const stopWith = (stop: () => Promise<void>, timeout = 1_000) => {
  const signals = new EventEmitter();
  const codes: number[] = [];
  stopOnSignals(stop, { log: silentLog, exit: (code) => void codes.push(code), signals, timeout });
  return { signals, codes };
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

  it('ends with 1 when stopping takes too long, and at once on a second signal', async () => {
    const slow = () => after(60);
    const late = stopWith(slow, 20);
    late.signals.emit('SIGINT');
    const impatient = stopWith(slow);
    impatient.signals.emit('SIGINT');
    impatient.signals.emit('SIGINT');
    expect(impatient.codes).toEqual([1]);
    await after(40);
    expect(late.codes).toEqual([1]);
    await after(40);
  });
});
