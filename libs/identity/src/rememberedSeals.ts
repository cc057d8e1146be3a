import { LRUCache } from 'lru-cache';
import type { Principal } from './principal.ts';
import { type PublicKeys, SIGNATURE_HEADER, type SigningKey, signerOfHeader, signHeader } from './processKeys.ts';
import { isMeantFor, openSealed, type RequestRoute, type SignedContent, signPrincipal } from './signedPrincipal.ts';

/** Milliseconds for which a signed header is reused; its lifetime of a minute is shorter by as much. */
const SHARED = 1_000;
/** Maximum number of remembered headers; the least recently used ones are dropped. */
const MAX_CACHED_HEADERS = 1_000;

/** The headers of a signed principal. */
export interface PrincipalHeaders {
  readonly 'x-almanac-principal': string;
  /** With a key of the sending process. */
  readonly [SIGNATURE_HEADER]?: string;
}

/** The secret of the site, and the key of the sending process if it has one. */
export interface Signing {
  readonly secret: string;
  readonly signingKey?: SigningKey | undefined;
}

/** Returns the headers of a principal, signed like `signPrincipal`, and with the sender's key if it has one. */
export const principalHeaders = (
  principal: Principal,
  { secret, signingKey }: Signing,
  now: Date,
  between: RequestRoute,
): PrincipalHeaders => {
  const header = signPrincipal(principal, secret, now, between);
  return {
    'x-almanac-principal': header,
    ...(signingKey !== undefined && { [SIGNATURE_HEADER]: signHeader(header, signingKey) }),
  };
};

/** Creates a signer like `principalHeaders` for one sender and recipient; it reuses an object's headers for a second. */
export const createSigner = (
  signing: Signing,
  between: RequestRoute,
): ((principal: Principal, now: Date) => PrincipalHeaders) => {
  const signed = new WeakMap<Principal, { readonly span: number; readonly headers: PrincipalHeaders }>();
  return (principal, now) => {
    const span = Math.floor(now.getTime() / SHARED);
    const known = signed.get(principal);
    if (known?.span === span) return known.headers;
    const headers = principalHeaders(principal, signing, now, between);
    signed.set(principal, { span, headers });
    return headers;
  };
};

/** The secrets and keys that a process accepts. */
export interface Accepting {
  readonly secret: string;
  /** Secrets that are accepted too, during a rotation. */
  readonly otherSecrets?: readonly string[] | undefined;
  /** The keys of all processes: a header must name its sender, and have a signature of the sender's key. */
  readonly publicKeys?: PublicKeys | undefined;
}

/**
 * Creates a verifier of signed headers. It returns undefined for a header that is forged, damaged, expired or for another
 * recipient; it remembers valid headers by their texts until they expire.
 * The verifier takes the header of the principal, and that of its signature.
 */
export const createVerifier = (
  { secret, otherSecrets = [], publicKeys }: Accepting,
  recipient: string,
): ((header: string, now: Date, signature?: string) => SignedContent | undefined) => {
  const opened = new LRUCache<string, SignedContent>({ max: MAX_CACHED_HEADERS });

  const open = (header: string, signature: string | undefined): SignedContent | undefined => {
    const sealed = openSealed(header, secret, otherSecrets);
    if (sealed === undefined || publicKeys === undefined) return sealed;
    return sealed.from !== undefined && signerOfHeader(header, signature, publicKeys) === sealed.from
      ? sealed
      : undefined;
  };

  return (header, now, signature) => {
    const name = publicKeys === undefined ? header : `${header} ${signature}`;
    const known = opened.get(name);
    const sealed = known ?? open(header, signature);
    if (sealed === undefined || !isMeantFor(sealed, recipient)) return undefined;
    if (sealed.expires <= now.getTime()) {
      opened.delete(name);
      return undefined;
    }
    if (known === undefined) opened.set(name, sealed);
    return sealed;
  };
};
