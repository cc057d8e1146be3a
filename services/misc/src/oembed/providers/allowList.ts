import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A trusted provider of embed data for certain addresses; its HTML is not restricted. */
export interface Provider {
  readonly name: string;
  /** Address of the embed data; `{format}` is replaced by `json` or `xml`. */
  readonly endpoint: string;
}

const providers = z.array(
  z.object({
    name: z.string(),
    endpoint: z.url({ protocol: /^https$/ }),
    /** `host/path` in the syntax of URL patterns. */
    addresses: z.array(z.templateLiteral([z.string(), '/', z.string()])).min(1),
  }),
);

export type Providers = z.infer<typeof providers>;

/** Returns the built-in allow list (docs/interface/oembed.md §5, Allow-list hosts). */
export const knownProviders = (): Providers =>
  providers.parse(JSON.parse(readFileSync(new URL('providers.json', import.meta.url), 'utf8')));

/** Returns a function that finds the listed provider of an address. */
export const createAllowList = (list: Providers): ((address: string) => Provider | undefined) => {
  const known = list.flatMap(({ name, endpoint, addresses }) =>
    addresses.map((address) => ({ provider: { name, endpoint }, pattern: new URLPattern(`http{s}?://${address}`) })),
  );
  return (address) => known.find(({ pattern }) => pattern.test(address))?.provider;
};
