import { systemTime } from '@almanac/messaging';

/** Milliseconds that each part of what is tried is given: less than whoever asks waits. */
const WITHIN = 3_000;

export interface Tried<Value> {
  readonly value?: Value;
  /** Why it does not work; null where it does. */
  readonly fault: string | null;
}

/** What work came to; what fails, or is not done in time, says why. */
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
