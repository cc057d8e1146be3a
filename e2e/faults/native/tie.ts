import type { Socket } from 'node:net';

/** Destroys each of two sockets when the other one closes. */
export const tie = (client: Socket, upstream: Socket): void => {
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    one.on('error', () => other.destroy());
    one.once('close', () => other.destroy());
  }
};
