import { systemTime } from '@almanac/messaging';

/** Timeout of each part of a check in milliseconds: shorter than the caller's. */
const WITHIN = 3_000;

export interface Tried<Value> {
  readonly value?: Value;
  /** The reason why it does not work; null if it does. */
  readonly fault: string | null;
}

/** Returns the result of work, or its fault if it fails or exceeds the timeout. */
export const tried = async <Value>(work: () => Promise<Value>): Promise<Tried<Value>> => {
  const late = new AbortController();
  const expired = systemTime.sleep(WITHIN, late.signal).then(() => ({ fault: `no answer within ${WITHIN} ms` }));
  const done = work().then(
    (value): Tried<Value> => ({ value, fault: null }),
    (error: unknown): Tried<Value> => ({ fault: error instanceof Error ? error.message : String(error) }),
  );
  const first = await Promise.race([done, expired]);
  late.abort();
  return first;
};
