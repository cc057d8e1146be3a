import { systemTime } from '@almanac/messaging';

/** Timeout of each part of a check in milliseconds: shorter than the caller's. */
const TIMEOUT_MS = 3_000;

export interface CheckResult<Value> {
  readonly value?: Value;
  /** The reason why it does not work; null if it does. */
  readonly fault: string | null;
}

/** Returns the result of work, or its fault if it fails or exceeds the timeout. */
export const checkWithin = async <Value>(work: () => Promise<Value>): Promise<CheckResult<Value>> => {
  const late = new AbortController();
  const expired = systemTime
    .sleep(TIMEOUT_MS, late.signal)
    .then(() => ({ fault: `no answer within ${TIMEOUT_MS} ms` }));
  const done = work().then(
    (value): CheckResult<Value> => ({ value, fault: null }),
    (error: unknown): CheckResult<Value> => ({ fault: error instanceof Error ? error.message : String(error) }),
  );
  const first = await Promise.race([done, expired]);
  late.abort();
  return first;
};
