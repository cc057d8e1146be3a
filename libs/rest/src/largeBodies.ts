import { restErrors } from './errors.ts';

/** Default of `LARGE_BODIES_MB`. */
const DEFAULT_MB = 64;

const MEBIBYTE = 1_024 * 1_024;

// processes refuse a text that is no number at their start
const maximum = (Number(process.env.LARGE_BODIES_MB) || DEFAULT_MB) * MEBIBYTE;

/** Maximum size in bytes of a body that is not counted: short writes have room beside any number of large ones. */
const SMALL_BYTES = 65_536;

/** One address has at most this part of the maximum, so that no client alone keeps others from sending. */
const ADDRESSES = 4;

/** Seconds after which a refused client should try again. */
const RETRY_AFTER_S = 5;

/** The part of a response that shows when the body of its request is no longer needed. */
interface ClosingResponse {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** Bounds the bytes of large request bodies in memory. */
export interface LargeBodies {
  /**
   * Begins to count a body until its response closes.
   * @param address the client's
   * @returns a function that counts arrived bytes. It throws DomainError 503 `rest_too_busy` if the process or the
   * address has no room for them
   */
  count(address: string, response: ClosingResponse): (bytes: number) => void;
}

/** @param most bytes of all bodies together */
export const createLargeBodies = (most = maximum): LargeBodies => {
  const byAddress = new Map<string, number>();
  let total = 0;

  const hold = (address: string, bytes: number): void => {
    total += bytes;
    const held = (byAddress.get(address) ?? 0) + bytes;
    if (held > 0) byAddress.set(address, held);
    else byAddress.delete(address);
  };

  return {
    count: (address, response) => {
      let [size, counted] = [0, 0];
      return (bytes) => {
        size += bytes;
        if (size <= SMALL_BYTES || response.closed) return;
        const more = size - counted;
        if (total + more > most || (byAddress.get(address) ?? 0) + more > most / ADDRESSES)
          throw restErrors.tooBusy({ data: { retry_after: RETRY_AFTER_S } });
        if (counted === 0) response.once('close', () => hold(address, -counted));
        hold(address, more);
        counted = size;
      };
    },
  };
};

/** The large bodies of this process. */
export const largeBodies = createLargeBodies();
