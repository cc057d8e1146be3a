import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Somebody who is known to give embed data for certain addresses, and whose code for them is trusted. */
export interface Provider {
  readonly name: string;
  /** Where the data are; `{format}` stands for `json` or `xml`. */
  readonly endpoint: string;
}

const providers = z.array(
  z.object({
    name: z.string(),
    endpoint: z.url({ protocol: /^https$/ }),
    /** `host/path` as URL patterns have them. */
    addresses: z.array(z.templateLiteral([z.string(), '/', z.string()])).min(1),
  }),
);

export type Providers = z.infer<typeof providers>;

/** The list that comes with the service (docs/interface/oembed.md §5, Allow-list hosts). */
export const knownProviders = (): Providers =>
  providers.parse(JSON.parse(readFileSync(new URL('providers.json', import.meta.url), 'utf8')));

/** Finds the provider of an address on the list. */
export const createAllowList = (list: Providers): ((address: string) => Provider | undefined) => {
  const known = list.flatMap(({ name, endpoint, addresses }) =>
    addresses.map((address) => ({ provider: { name, endpoint }, pattern: new URLPattern(`http{s}?://${address}`) })),
  );
  return (address) => known.find(({ pattern }) => pattern.test(address))?.provider;
};
