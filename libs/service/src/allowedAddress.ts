import { type Outgoing, OutgoingError } from '@almanac/outgoing';
import { invalidParams } from '@almanac/rest';

/** Milliseconds for the resolution of a host name while an address is stored. */
const RESOLUTION_TIMEOUT_MS = 3_000;

/**
 * Checks the argument `url` before it is stored: a client that refuses it would never ask it. A name without an address
 * is accepted, since its host may be set up later and each request checks it again.
 * @param message says which addresses are allowed
 * @throws InvalidParamsError 400
 */
export const requireAllowedAddress = async (
  outgoing: Pick<Outgoing, 'check'>,
  url: string,
  message: string,
): Promise<void> => {
  try {
    await outgoing.check(url, RESOLUTION_TIMEOUT_MS);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    if (error.reason === 'refused') throw invalidParams({ url: message });
  }
};
