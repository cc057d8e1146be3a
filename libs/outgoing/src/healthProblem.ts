import { createOutgoing, type Outgoing } from './outgoing.ts';
import { OutgoingError } from './outgoingError.ts';
import { originPolicy } from './policy.ts';

const MAX_ANSWER_BYTES = 1_024;
/** Timeout in milliseconds: health tests do not wait longer. */
const TIMEOUT_MS = 2_500;

/**
 * Checks the health of a configured service at an address that needs no further knowledge of it.
 * @returns the problem if the service answers with a status of 500 or more, else undefined
 * @throws Error with a bare reason if the service does not answer
 */
export const healthProblem = async (
  address: string,
  outgoing: Outgoing = createOutgoing({ policy: originPolicy(address) }),
): Promise<string | undefined> => {
  try {
    const { status } = await outgoing.fetch(address, { timeout: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES, cut: true });
    return status >= 500 ? `status ${status}` : undefined;
  } catch (error) {
    throw error instanceof OutgoingError ? new Error(error.reason) : error;
  }
};
