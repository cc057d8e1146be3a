import { systemTime } from './time.ts';
import { Wake } from './wake.ts';

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = systemTime.now();
  await work();
  return systemTime.now() - begun;
};

describe('sleep', () => {
  it('lasts as long as requested, and at most until the signal', async () => {
    expect(await took(() => systemTime.sleep(50))).toBeGreaterThanOrEqual(49);
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(), 20);
    expect(await took(() => systemTime.sleep(20_000, stopping.signal))).toBeLessThan(10_000);
    expect(await took(() => systemTime.sleep(20_000, stopping.signal))).toBeLessThan(10_000);
    await systemTime.sleep(1, new AbortController().signal);
  });
});

describe('a waiting reader', () => {
  const never = new AbortController().signal;

  it('is woken by a call, also by an earlier one', async () => {
    const wake = new Wake(systemTime);
    setTimeout(() => wake.call(), 20);
    expect(await wake.wait(20_000, never)).toBe(true);
    wake.call();
    expect(await wake.wait(20_000, never)).toBe(true);
    expect(await wake.wait(5, never)).toBe(false);
  });

  it('waits at most until the signal', async () => {
    const wake = new Wake(systemTime);
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(), 20);
    expect(await wake.wait(20_000, stopping.signal)).toBe(false);
    expect(await wake.wait(20_000, stopping.signal)).toBe(false);
  });
});
