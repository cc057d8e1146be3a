import { LRUCache } from 'lru-cache';
import type { Principal } from './principal.ts';
import { type Between, isMeantFor, openSealed, type Sealed, signPrincipal } from './signedPrincipal.ts';

/** Milliseconds in which a principal is signed once; its header's minute may be so much shorter. */
const SHARED = 1_000;
/** Beyond them those long unused are forgotten. */
const MOST = 1_000;

/** Signs as `signPrincipal` does, between the same two; the same principal object gets the same header within a second. */
export const createSigner = (secret: string, between: Between): ((principal: Principal, now: Date) => string) => {
  const signed = new WeakMap<Principal, { readonly span: number; readonly header: string }>();
  return (principal, now) => {
    const span = Math.floor(now.getTime() / SHARED);
    const known = signed.get(principal);
    if (known?.span === span) return known.header;
    const header = signPrincipal(principal, secret, now, between);
    signed.set(principal, { span, header });
    return header;
  };
};

/** Verifies as `verifyPrincipal` does; a header whose seal held is known by its whole text until it is out of date. */
export const createVerifier = (
  secret: string,
  recipient: string,
): ((header: string, now: Date) => Sealed | undefined) => {
  const opened = new LRUCache<string, Sealed>({ max: MOST });
  return (header, now) => {
    const known = opened.get(header);
    const sealed = known ?? openSealed(header, secret);
    if (sealed === undefined || !isMeantFor(sealed, recipient)) return undefined;
    if (sealed.expires <= now.getTime()) {
      opened.delete(header);
      return undefined;
    }
    if (known === undefined) opened.set(header, sealed);
    return sealed;
  };
};
