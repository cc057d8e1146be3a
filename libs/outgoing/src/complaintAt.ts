import { createOutgoing, type Outgoing } from './outgoing.ts';
import { OutgoingError } from './outgoingError.ts';
import { originPolicy } from './policy.ts';

const MOST_BYTES = 1_024;
/** Milliseconds: health tests wait no longer. */
const PATIENCE = 2_500;

/**
 * Asks a configured service for a sign of life, by an address that needs to know nothing of the question: what it
 * complains of, undefined where it answers anything but a fault of its own.
 * @throws Error that says no more than a reason: why nobody answers
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
