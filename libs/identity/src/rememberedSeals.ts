import { LRUCache } from 'lru-cache';
import type { Principal } from './principal.ts';
import { isMeantFor, openSealed, type RequestRoute, type SignedContent, signPrincipal } from './signedPrincipal.ts';

/** Milliseconds for which a signed header is reused; its lifetime of a minute is shorter by as much. */
const SHARED = 1_000;
/** Maximum number of remembered headers; the least recently used ones are dropped. */
const MAX_CACHED_HEADERS = 1_000;

/** Creates a signer like `signPrincipal` for one sender and recipient; it reuses an object's header for a second. */
export const createSigner = (secret: string, between: RequestRoute): ((principal: Principal, now: Date) => string) => {
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

/**
 * Creates a verifier like `verifyPrincipal`; it remembers a valid header by its text until the header expires.
 * @param others secrets that are accepted too, during a rotation
 */
export const createVerifier = (
  secret: string,
  recipient: string,
  others: readonly string[] = [],
): ((header: string, now: Date) => SignedContent | undefined) => {
  const opened = new LRUCache<string, SignedContent>({ max: MAX_CACHED_HEADERS });
  return (header, now) => {
    const known = opened.get(header);
    const sealed = known ?? openSealed(header, secret, others);
    if (sealed === undefined || !isMeantFor(sealed, recipient)) return undefined;
    if (sealed.expires <= now.getTime()) {
      opened.delete(header);
      return undefined;
    }
    if (known === undefined) opened.set(header, sealed);
    return sealed;
  };
};
