import { validateHeaderName, validateHeaderValue } from 'node:http';
import { OutgoingError } from './outgoingError.ts';

/** Headers of a request by name, in lower case. */
export type SentHeaders = Readonly<Record<string, string>>;

/** What the client says itself, what belongs to a connection, and what would carry a caller's session. */
const OWN =
  /^(accept|accept-encoding|user-agent|host|connection|content-length|transfer-encoding|cookie|te|trailer|upgrade|expect|keep-alive|proxy-.*)$/;

/**
 * The headers that a caller may add, their names in lower case. What a message says of a faulty one is its name alone:
 * the value may be a secret.
 * @throws OutgoingError refused
 */
export const sentHeaders = (headers: Readonly<Record<string, string>>): SentHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([given, value]) => {
      const name = given.toLowerCase();
      if (OWN.test(name)) throw new OutgoingError('refused', `the header ${name} is not a caller's to set`);
      if (!isSendable(name, value)) throw new OutgoingError('refused', `the header ${name} cannot be sent`);
      return [name, value];
    }),
  );

const isSendable = (name: string, value: string): boolean => {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
};
