import { connect as connectSocket, isIP, type Socket } from 'node:net';
import { pinConnection } from './ask.ts';
import { failureOf, OutgoingError } from './outgoingError.ts';
import { type Resolve, resolveConfigured } from './resolve.ts';

export interface Destination {
  readonly host: string;
  readonly port: number;
}

export interface ConnectOptions {
  /** Aborts the attempt, not an open connection. */
  readonly signal: AbortSignal;
  /** Default: hosts file and DNS; the system's search domains complete names. */
  readonly resolve?: Resolve | undefined;
}

/**
 * Opens a TCP connection to a host that the operator configured, for clients of other protocols than HTTP.
 * @throws OutgoingError unresolvable, unreachable, timeout; the signal's reason, if the caller aborted it
 */
export const connectConfigured = async (
  { host, port }: Destination,
  { signal, resolve = resolveConfigured }: ConnectOptions,
): Promise<Socket> => {
  const addresses = isIP(host) === 0 ? await resolve(host, signal) : [host];
  if (addresses.length === 0) throw new OutgoingError('unresolvable', `${host} has no address`);
  return new Promise((opened, reject) => {
    const socket = connectSocket({ host, port, lookup: pinConnection(addresses) });
    const end = (): void => void socket.destroy(new Error('the connection was given up'));
    signal.addEventListener('abort', end, { once: true });
    // stays attached, so that no error lacks a listener until the caller adds one
    socket.on('error', (error) => reject(failureOf(error, signal)));
    socket.once('connect', () => {
      signal.removeEventListener('abort', end);
      opened(socket);
    });
  });
};
