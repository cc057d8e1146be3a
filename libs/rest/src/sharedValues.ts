interface Shared<Value> {
  readonly sources: readonly unknown[];
  readonly value: Promise<Value>;
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((source, index) => Object.is(source, other[index]));

/** A value of a key: the one that is there, or is being made, if it has the same sources; else a new one. */
export type SharedValues<Value> = (
  key: string,
  sources: readonly unknown[],
  make: () => Value | Promise<Value>,
) => Promise<Value>;

/**
 * Shares values that cost much among all who ask for them, also while they are made. Nothing is evicted: keys must be of
 * a closed set, never what a client sends.
 */
export const createSharedValues = <Value>(): SharedValues<Value> => {
  const known = new Map<string, Shared<Value>>();
  return (key, sources, make) => {
    const last = known.get(key);
    if (last !== undefined && isSame(last.sources, sources)) return last.value;
    const value = (async () => make())();
    const shared = { sources, value };
    known.set(key, shared);
    value.catch(() => {
      if (known.get(key) === shared) known.delete(key);
    });
    return value;
  };
};
