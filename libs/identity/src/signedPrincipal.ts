import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Principal } from './principal.ts';
import { roles } from './roles.ts';

/** How long a signed principal is good for, in milliseconds: one request's way through the site. */
const LIFETIME = 60_000;

const credential = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('application-password'), uuid: z.string() }),
  z.object({ kind: z.literal('session'), id: z.string() }),
]);

/** A user as services tell one another; see `User`. */
export const userSchema = z.object({
  kind: z.literal('user'),
  id: z.int().positive(),
  login: z.string(),
  roles: z.array(z.enum(roles)),
  credential: credential.optional(),
});

const principalSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('anonymous') }),
  z.object({ kind: z.literal('system') }),
  userSchema,
]);

const envelope = z.object({ principal: principalSchema, expires: z.number() });

const seal = (payload: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`almanac-principal.${payload}`).digest();

/**
 * The value of `x-almanac-principal`: `<payload>.<HMAC-SHA256>`, both base64url, good for a minute.
 * @param secret shared by the gateway and all services of one site
 */
export const signPrincipal = (principal: Principal, secret: string, now: Date): string => {
  const body = JSON.stringify({ principal, expires: now.getTime() + LIFETIME });
  const payload = Buffer.from(body).toString('base64url');
  return `${payload}.${seal(payload, secret).toString('base64url')}`;
};

/** What a sealed header says: who asks, and until when it is good, in milliseconds from 1970. */
export interface Sealed {
  readonly principal: Principal;
  readonly expires: number;
}

/** Undefined when the header is forged or damaged. Takes equal time for all seals. */
export const openSealed = (header: string, secret: string): Sealed | undefined => {
  const [payload = '', given = '', ...rest] = header.split('.');
  const expected = seal(payload, secret);
  const received = Buffer.from(given, 'base64url');
  if (rest.length > 0 || received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined;
  return envelope.parse(JSON.parse(Buffer.from(payload, 'base64url').toString())) as Sealed;
};

/** The principal of a signed header; undefined when it is forged, damaged or out of date. */
export const verifyPrincipal = (header: string, secret: string, now: Date): Principal | undefined => {
  const sealed = openSealed(header, secret);
  return sealed !== undefined && sealed.expires > now.getTime() ? sealed.principal : undefined;
};
