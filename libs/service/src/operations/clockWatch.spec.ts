import { pino } from 'pino';
import { watchClock } from './clockWatch.ts';

describe('the watch of the clock', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const setUp = () => {
    const lines: unknown[] = [];
    const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(JSON.parse(line)) });
    return { watch: watchClock(log), lines };
  };
  const line = (seconds: number) => ({ level: 50, seconds, msg: 'the clock of this machine was set back' });
  const setClock = (ms: number) => jest.setSystemTime(Date.now() + ms);

  it('reports a clock that is set back by more than a minute, once in the log', () => {
    const { watch, lines } = setUp();
    jest.advanceTimersByTime(3_600_000);
    setClock(-60_000);
    jest.advanceTimersByTime(20_000);
    expect([watch.setBackMs(), lines]).toEqual([0, []]);
    setClock(-60_000);
    jest.advanceTimersByTime(9_999);
    expect(lines).toEqual([]);
    jest.advanceTimersByTime(20_000);
    expect([watch.setBackMs(), lines]).toEqual([120_000, [line(120)]]);
    watch.stop();
  });

  it('reports nothing once the clock is set forward again, and the next step anew', () => {
    const { watch, lines } = setUp();
    setClock(-7_200_000);
    expect(watch.setBackMs()).toBe(7_200_000);
    setClock(7_200_000);
    expect(watch.setBackMs()).toBe(0);
    setClock(86_400_000);
    expect(watch.setBackMs()).toBe(0);
    setClock(-90_000);
    expect([watch.setBackMs(), lines]).toEqual([90_000, [line(7_200), line(90)]]);
    watch.stop();
  });

  it('ends when it is stopped', () => {
    const { watch, lines } = setUp();
    watch.stop();
    setClock(-90_000);
    jest.advanceTimersByTime(60_000);
    expect(lines).toEqual([]);
  });
});
