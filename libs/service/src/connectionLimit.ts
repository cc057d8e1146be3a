import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { networkOf, plainAddress } from './clientAddress.ts';

/** Maximum number of connections of one caller. */
export interface ConnectionLimit {
  readonly most: number;
  /** True for the site's own machines, whose connections are not counted. */
  readonly isApart: (ip: string) => boolean;
  /** Called for a caller at the limit, once until all its connections have ended. */
  readonly onReached?: (ip: string) => void;
}

/** Closes new connections of an IPv4 address, or of a 64-bit IPv6 network, beyond the limit. */
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
