interface SharedValue<Value> {
  readonly sources: readonly unknown[];
  readonly value: Promise<Value>;
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((source, index) => Object.is(source, other[index]));

/** Returns the value of a key: the cached or pending one if its sources are the same, else a new one. */
export type SharedValues<Value> = (
  key: string,
  sources: readonly unknown[],
  make: () => Value | Promise<Value>,
) => Promise<Value>;

/**
 * Shares expensive values among all callers, also while they are computed.
 * Nothing is evicted: keys must come from a closed set, never from clients.
 */
export const createSharedValues = <Value>(): SharedValues<Value> => {
  const known = new Map<string, SharedValue<Value>>();
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
