/** Percentiles of durations in milliseconds. */
export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

/** Result of a closed loop of clients. */
export interface Load extends Percentiles {
  readonly perSecond: number;
  readonly count: number;
}

export const percentilesOf = (times: readonly number[]): Percentiles => {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
};

/**
 * Runs `width` clients for `ms` milliseconds, after a warm-up of a fifth of that. Each client starts its next piece of
 * work when its last one is done.
 */
export const closedLoop = async (
  { width, ms }: { width: number; ms: number },
  work: (turn: number) => Promise<void>,
): Promise<Load> => {
  let turn = 0;
  const times: number[] = [];
  const run = async (until: number, record: boolean): Promise<void> => {
    while (performance.now() < until) {
      const begun = performance.now();
      await work(turn++);
      if (record) times.push(performance.now() - begun);
    }
  };
  const all = async (length: number, record: boolean): Promise<number> => {
    const begun = performance.now();
    await Promise.all(Array.from({ length: width }, () => run(begun + length, record)));
    return performance.now() - begun;
  };
  await all(ms / 5, false);
  const took = await all(ms, true);
  return {
    perSecond: (times.length / took) * 1_000,
    ...percentilesOf(times),
    count: times.length,
  };
};

/** Returns the median of an odd number of runs; the machine's speed varies, so a single run says little. */
export const median = async <Value>(
  runs: number,
  by: (value: Value) => number,
  run: () => Promise<Value>,
): Promise<Value> => {
  const values: Value[] = [];
  for (let index = 0; index < runs; index++) values.push(await run());
  values.sort((a, b) => by(a) - by(b));
  return values[Math.floor(runs / 2)] as Value;
};
