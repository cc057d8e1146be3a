const SHARED_MS = 10_000;

interface Kept<Value> {
  readonly of: string;
  readonly at: number;
  readonly value: Promise<Value>;
}

/** Returns the result of work. A result with the same name and subject is reused for 10 seconds. */
export type Share<Value> = (name: string, of: string, work: () => Promise<Value>) => Promise<Value>;

/** Shares results among requests; failures are not cached. @param now the clock by which results expire */
export const createShare = <Value>(now: () => Date): Share<Value> => {
  const kept = new Map<string, Kept<Value>>();
  return (name, of, work) => {
    const at = now().getTime();
    const known = kept.get(name);
    if (known?.of === of && at - known.at < SHARED_MS) return known.value;
    const mine = { of, at, value: work() };
    kept.set(name, mine);
    mine.value.catch(() => {
      if (kept.get(name) === mine) kept.delete(name);
    });
    return mine.value;
  };
};
