import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Principal } from './principal.ts';
import { roles } from './roles.ts';

/** Milliseconds until a signed principal expires: enough for one request through the site. */
const LIFETIME = 60_000;

const credential = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('application-password'), uuid: z.string() }),
  z.object({ kind: z.literal('session'), id: z.string() }),
]);

/** The schema of a user in requests between services; see `User`. */
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

const envelope = z.object({
  principal: principalSchema,
  expires: z.number(),
  from: z.string().optional(),
  for: z.string().optional(),
});

const seal = (payload: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`almanac-principal.${payload}`).digest();

/** The sending and receiving process of a request; a former release names neither (docs/adr/0033, docs/adr/0045). */
export interface RequestRoute {
  /** The sender; its allowed requests are declared. */
  readonly from?: string | undefined;
  /** The recipient; other processes refuse the header. */
  readonly for?: string | undefined;
}

/**
 * Returns the value of `x-almanac-principal`: `<payload>.<HMAC-SHA256>`, both base64url, valid for a minute.
 * @param secret shared by the gateway and all services of one site
 */
export const signPrincipal = (principal: Principal, secret: string, now: Date, between: RequestRoute = {}): string => {
  const body = JSON.stringify({ principal, expires: now.getTime() + LIFETIME, from: between.from, for: between.for });
  const payload = Buffer.from(body).toString('base64url');
  return `${payload}.${seal(payload, secret).toString('base64url')}`;
};

/** The content of a signed header: the principal, and its expiry in milliseconds since 1970. */
export interface SignedContent extends RequestRoute {
  readonly principal: Principal;
  readonly expires: number;
}

/**
 * Returns the content of a signed header; undefined if it is forged or damaged. Takes equal time for all seals.
 * @param others secrets that are accepted too, during a rotation
 */
export const openSealed = (
  header: string,
  secret: string,
  others: readonly string[] = [],
): SignedContent | undefined => {
  const [payload = '', given = '', ...rest] = header.split('.');
  const received = Buffer.from(given, 'base64url');
  const isOurs = [secret, ...others].some((one) => {
    const expected = seal(payload, one);
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
  if (rest.length > 0 || !isOurs) return undefined;
  return envelope.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
};

/** True if a header is for this recipient; a former release's header names none and is for every recipient. */
export const isMeantFor = (sealed: SignedContent, recipient: string): boolean =>
  sealed.for === undefined || sealed.for === recipient;
