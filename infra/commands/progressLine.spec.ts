import { PassThrough } from 'node:stream';
import { progressLine } from './progressLine.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Returns a terminal, and a function for the remaining seconds that its line last showed. */
const terminal = () => {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 120 });
  let seconds = Number.NaN;
  stream.on('data', (piece) => {
    const [, minutes = 0, rest] = /(?:(\d+)m)?(\d+)s left/.exec(String(piece)) ?? [];
    if (rest !== undefined) seconds = Number(minutes) * 60 + Number(rest);
  });
  const left = (): number => seconds;
  return { stream: stream as unknown as NodeJS.WriteStream, left };
};

describe('the remaining time of a progress line', () => {
  it.each([
    ['one by one', 1],
    ['in batches of 50', 50],
  ])('settles if things arrive in %s, now faster, now slower', async (_how, size) => {
    const { stream, left } = terminal();
    const line = progressLine('Loading', 'things', stream);
    const [total, each] = [3_000, 100];
    const off: number[] = [];
    for (let done = size; done <= total; done += size) {
      const pace = (done / size) % 2 === 0 ? 0.5 : 1.5;
      await jest.advanceTimersByTimeAsync(each * size * pace);
      for (let one = done - size + 1; one <= done; one++) line.update(one, total);
      await jest.advanceTimersByTimeAsync(0);
      const truly = ((total - done) * each) / 1_000;
      if (done > 600 && truly > 30) off.push(Math.abs(left() - truly) / truly);
    }
    line.stop();
    expect(off.length).toBeGreaterThan(20);
    expect(Math.max(...off)).toBeLessThan(0.35);
  });

  it('is shown on a terminal alone', () => {
    const stream = Object.assign(new PassThrough(), { isTTY: false });
    const line = progressLine('Loading', 'things', stream as unknown as NodeJS.WriteStream);
    line.update(1, 2);
    line.stop();
    expect(stream.read()).toBeNull();
  });
});
