import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopback } from './clientAddress.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Who may read metrics, and why a process is not ready: this machine, unless it forwards for another one, and the bearer
 * of the configured token.
 */
export const mayOperate = ({ operationsToken }: { readonly operationsToken?: string }) => {
  const expected = operationsToken === undefined ? undefined : digest(`Bearer ${operationsToken}`);
  return ({ socket, headers }: IncomingMessage): boolean => {
    if (expected !== undefined && timingSafeEqual(digest(headers.authorization ?? ''), expected)) return true;
    return headers['x-forwarded-for'] === undefined && isLoopback(socket.remoteAddress ?? '');
  };
};
