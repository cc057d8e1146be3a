import { createKey } from '@almanac/identity';
import { serviceNames } from '@almanac/manifest';

/** The keys of all processes of a site. */
export interface SigningKeys {
  /** Private keys (JWK) by part. */
  readonly private: ReadonlyMap<string, string>;
  /** The public keys of all parts (JWKS). */
  readonly public: string;
}

/**
 * Creates a key for each part of a site.
 * @param name ends their `kid`; former keys must have another one
 * @param former public keys that the set contains too
 */
export const createSigningKeys = (name: string, former: readonly object[] = []): SigningKeys => {
  const created = ['gateway', ...serviceNames].map((part) => [part, createKey(`${part}:${name}`)] as const);
  return {
    private: new Map(created.map(([part, key]) => [part, JSON.stringify(key.private)])),
    public: JSON.stringify({ keys: [...former, ...created.map(([, key]) => key.public)] }),
  };
};
