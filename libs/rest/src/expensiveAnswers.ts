import { restErrors } from './errors.ts';
import { usedLimits } from './usedLimits.ts';

/** Maximum numbers of expensive answers at a time. */
export interface ExpensiveAnswerLimits {
  /** Answers that are sent to one address. */
  readonly perAddress: number;
  /** Answers of which a part is being made in this process. */
  readonly perProcess: number;
}

export const defaultExpensiveAnswers: ExpensiveAnswerLimits = { perAddress: 2, perProcess: 8 };

/** Seconds after which a refused client should try again. */
const RETRY_AFTER_S = 5;

/** Bounds the answers of expensive routes in a process: feeds, sitemaps, exports and imports of files. */
export interface ExpensiveAnswers {
  /**
   * Counts an answer for an address until the returned function is called, once.
   * @throws DomainError 429 if the address receives as many as it may
   */
  begin(address: string): () => void;
  /** Makes a part of an answer when fewer parts than the maximum are being made; in the order of the calls. */
  make<Part>(make: () => Promise<Part>): Promise<Part>;
  /** @throws DomainError 503 if as many parts are being made as may be: no further answer begins then */
  requireRoom(): void;
  /** Returns the unit that counts as one address, also for the limits of large bodies. */
  networkOf(address: string): string;
}

/** @param networkOf returns the unit that counts as one address */
export const createExpensiveAnswers = (
  { perAddress, perProcess }: ExpensiveAnswerLimits = defaultExpensiveAnswers,
  networkOf: (address: string) => string = (address) => address,
): ExpensiveAnswers => {
  const sending = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let making = 0;

  const begin = (address: string): (() => void) => {
    const network = networkOf(address);
    const count = sending.get(network) ?? 0;
    usedLimits()?.note({ name: 'large-answers', quota: perAddress, remaining: perAddress - count - 1 });
    if (count >= perAddress) throw restErrors.tooManyLargeAnswers({ data: { retry_after: RETRY_AFTER_S } });
    sending.set(network, count + 1);
    return () => {
      const others = (sending.get(network) ?? 0) - 1;
      if (others > 0) sending.set(network, others);
      else sending.delete(network);
    };
  };

  const make: ExpensiveAnswers['make'] = async (makePart) => {
    if (making < perProcess) making += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await makePart();
    } finally {
      const next = waiting.shift();
      if (next === undefined) making -= 1;
      else next();
    }
  };

  const requireRoom = (): void => {
    if (making >= perProcess) throw restErrors.tooBusy({ data: { retry_after: RETRY_AFTER_S } });
  };

  return { begin, make, requireRoom, networkOf };
};
