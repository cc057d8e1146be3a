const SHARED_FOR = 10_000;

interface Kept<Value> {
  readonly of: string;
  readonly at: number;
  readonly value: Promise<Value>;
}

/** Work that everybody who asks within 10 seconds shares, by its name. */
export type Share = <Value>(name: string, of: string, work: () => Promise<Value>) => Promise<Value>;

/** What failed is not kept. @param now the clock by which results grow old */
export const createShare = (now: () => Date): Share => {
  const kept = new Map<string, Kept<unknown>>();
  return <Value>(name: string, of: string, work: () => Promise<Value>): Promise<Value> => {
    const at = now().getTime();
    const known = kept.get(name);
    if (known?.of === of && at - known.at < SHARED_FOR) return known.value as Promise<Value>;
    const mine = { of, at, value: work() };
    kept.set(name, mine);
    mine.value.catch(() => {
      if (kept.get(name) === mine) kept.delete(name);
    });
    return mine.value;
  };
};
