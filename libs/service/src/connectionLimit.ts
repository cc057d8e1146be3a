import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { networkOf, plainAddress } from './clientAddress.ts';

/** How many connections one caller may have. */
export interface ConnectionLimit {
  readonly most: number;
  /** Whether an address is one of the site's own machines, whose connections are not counted. */
  readonly isApart: (ip: string) => boolean;
  /** Is told of a caller who has as many, once until all of them have ended. */
  readonly onReached?: (ip: string) => void;
}

/** Closes at once what an IPv4 address, or 64 bits of an IPv6 address, opens beyond the limit. */
export const limitConnections = (server: EventEmitter, { most, isApart, onReached }: ConnectionLimit): void => {
  const open = new Map<string, number>();
  const told = new Set<string>();
  const leave = (who: string): void => {
    const left = (open.get(who) ?? 1) - 1;
    if (left > 0) {
      open.set(who, left);
      return;
    }
    open.delete(who);
    told.delete(who);
  };
  server.on('connection', (socket: Socket) => {
    const ip = plainAddress(socket.remoteAddress ?? '');
    if (isApart(ip)) return;
    const who = networkOf(ip);
    const count = (open.get(who) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      if (!told.has(who)) onReached?.(ip);
      told.add(who);
      return;
    }
    open.set(who, count);
    socket.once('close', () => leave(who));
  });
};
