import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Principal } from './principal.ts';

/** A nonce is valid for the rest of its half day and for the next: 12 to 24 hours (docs/interface/server.md §15.2). */
const HALF_DAY = 12 * 60 * 60 * 1_000;

/** The purpose of a nonce: requests to the interface, administration forms, views of the calendar, or first steps. */
type NonceAction = 'interface' | 'form' | 'view' | 'wizard';

export interface NonceOptions {
  readonly action: NonceAction;
  readonly secret: string;
  /** Secrets whose nonces are accepted too, during a rotation. */
  readonly otherSecrets?: readonly string[] | undefined;
  readonly now: Date;
}

const bearerOf = (principal: Principal): string => {
  if (principal.kind !== 'user') return principal.kind;
  return `user:${principal.id}/${principal.credential?.kind === 'session' ? principal.credential.id : ''}`;
};

const nonceAt = (halfDay: number, principal: Principal, { action, secret }: NonceOptions): Buffer =>
  createHmac('sha256', secret)
    .update(`almanac-nonce/${action}/${halfDay}/${bearerOf(principal)}`)
    .digest()
    .subarray(0, 16);

const halfDayOf = ({ now }: NonceOptions): number => Math.floor(now.getTime() / HALF_DAY);

/** Returns the nonce by which a request proves its intent: bound to this user, this session and this action. */
export const sessionNonce = (principal: Principal, options: NonceOptions): string =>
  nonceAt(halfDayOf(options), principal, options).toString('base64url');

/** True if a nonce belongs to this principal and is not expired. Takes equal time for all wrong ones. */
export const nonceFits = (given: string, principal: Principal, options: NonceOptions): boolean => {
  const received = Buffer.from(given, 'base64url');
  const secrets = [options.secret, ...(options.otherSecrets ?? [])];
  return secrets.some((secret) =>
    [0, 1].some((age) => {
      const expected = nonceAt(halfDayOf(options) - age, principal, { ...options, secret });
      return received.length === expected.length && timingSafeEqual(received, expected);
    }),
  );
};
