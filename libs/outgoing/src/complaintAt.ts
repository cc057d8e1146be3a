import { createOutgoing, type Outgoing } from './outgoing.ts';
import { OutgoingError } from './outgoingError.ts';
import { originPolicy } from './policy.ts';

const MOST_BYTES = 1_024;
/** Timeout in milliseconds: health tests do not wait longer. */
const PATIENCE = 2_500;

/**
 * Checks the health of a configured service at an address that needs no further knowledge of it.
 * @returns the problem if the service answers with a status of 500 or more, else undefined
 * @throws Error with a bare reason if the service does not answer
 */
export const complaintAt = async (
  address: string,
  outgoing: Outgoing = createOutgoing({ policy: originPolicy(address) }),
): Promise<string | undefined> => {
  try {
    const { status } = await outgoing.fetch(address, { timeout: PATIENCE, maxBytes: MOST_BYTES, cut: true });
    return status >= 500 ? `status ${status}` : undefined;
  } catch (error) {
    throw error instanceof OutgoingError ? new Error(error.reason) : error;
  }
};
