import { validateHeaderName, validateHeaderValue } from 'node:http';
import { OutgoingError } from './outgoingError.ts';

/** Headers of a request by name, in lower case. */
export type SentHeaders = Readonly<Record<string, string>>;

/** Headers that callers may not set: the client's own, those of the connection, and those that carry a session. */
const OWN =
  /^(accept|accept-encoding|user-agent|host|connection|content-length|transfer-encoding|cookie|te|trailer|upgrade|expect|keep-alive|proxy-.*)$/;

/**
 * Returns the headers that a caller may add, with names in lower case.
 * Error messages contain only the name of a faulty header: its value may be secret.
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
