import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';

/** The header with the signature of the signed principal beside it. */
export const SIGNATURE_HEADER = 'x-almanac-signature';

/** The private key of a process. */
export interface SigningKey {
  /** `core:2026`: the sender, and a name that the sender's former keys do not have. */
  readonly kid: string;
  readonly key: KeyObject;
}

/** The public keys of all processes, by `kid`. */
export type PublicKeys = ReadonlyMap<string, KeyObject>;

const KID = /^[a-z][a-z-]{0,40}:[\w-]{1,40}$/;

const publicJwk = z.looseObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  kid: z.string().regex(KID),
  x: z.string(),
});

const privateJwk = publicJwk.extend({ d: z.string() });

/** The private member must not be in a set that every process reads. */
const keySet = z.object({ keys: z.array(publicJwk.extend({ d: z.never().optional() })).min(1) });

/** Returns the sender that a key belongs to. */
export const senderOfKey = (kid: string): string => kid.slice(0, kid.indexOf(':'));

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
};

/** Reads a key; undefined for a text that is no key. */
const unlessInvalid = <Value>(read: () => Value): Value | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** Reads a private key (Ed25519) in the form of a JWK (RFC 8037); undefined for any other text. */
export const readSigningKey = (text: string): SigningKey | undefined => {
  const { data } = privateJwk.safeParse(parsed(text));
  if (data === undefined) return undefined;
  const { kid, kty, crv, x, d } = data;
  const key = unlessInvalid(() => createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' }));
  return key && { kid, key };
};

/** Reads a set of public keys (JWKS); undefined for any other text, one with a private key, and a `kid` twice. */
export const readPublicKeys = (text: string): PublicKeys | undefined => {
  const { data } = keySet.safeParse(parsed(text));
  const read = data?.keys.map(({ kid, kty, crv, x }) => {
    const key = unlessInvalid(() => createPublicKey({ key: { kty, crv, x }, format: 'jwk' }));
    return key && ([kid, key] as const);
  });
  const keys = new Map(read?.flatMap((each) => (each === undefined ? [] : [each])));
  return keys.size > 0 && keys.size === read?.length ? keys : undefined;
};

/** True if the set has the public part of a private key under its `kid`. */
export const isInSet = ({ kid, key }: SigningKey, keys: PublicKeys): boolean =>
  keys.get(kid)?.equals(createPublicKey(key)) === true;

/** A new key of a process, as JWKs. */
export interface CreatedKey {
  readonly private: Readonly<Record<string, unknown>>;
  readonly public: Readonly<Record<string, unknown>>;
}

/** Creates a key (Ed25519) for a process. @param kid see `SigningKey` */
export const createKey = (kid: string): CreatedKey => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const named = { kid, alg: 'EdDSA', use: 'sig' };
  return {
    private: { ...privateKey.export({ format: 'jwk' }), ...named },
    public: { ...publicKey.export({ format: 'jwk' }), ...named },
  };
};

const contentOf = (header: string): Buffer => Buffer.from(`almanac-signature.${header}`);

/** Returns the value of `x-almanac-signature` for a signed principal: `<kid>.<Ed25519>`, the signature in base64url. */
export const signHeader = (header: string, { kid, key }: SigningKey): string =>
  `${kid}.${sign(null, contentOf(header), key).toString('base64url')}`;

/** Returns the sender whose key has signed a header; undefined without a valid signature of a key in the set. */
export const signerOfHeader = (header: string, signature: string | undefined, keys: PublicKeys): string | undefined => {
  const [kid = '', given = ''] = signature?.split('.') ?? [];
  const key = keys.get(kid);
  const isValid = key !== undefined && verify(null, contentOf(header), key, Buffer.from(given, 'base64url'));
  return isValid ? senderOfKey(kid) : undefined;
};
