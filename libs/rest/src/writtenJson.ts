import type { RestRequest } from './route.ts';

/** Stands for the base address of the site in JSON that is written for all of them. */
const BASE_URL_MARK = 'https://base-url.invalid';

/** JSON that is sent as it was written: its bytes are shared by all answers. */
export class WrittenJson {
  readonly chunks: readonly Uint8Array[];

  constructor(chunks: readonly Uint8Array[]) {
    this.chunks = chunks;
  }

  /** The value, for `_fields` and every form but plain JSON. */
  toJSON(): unknown {
    return JSON.parse(Buffer.concat(this.chunks).toString());
  }
}

type Addresses = Pick<RestRequest, 'site' | 'apiRoot'>;

/** The addresses of a request with the mark in place of the base address, which the request chooses by its host. */
export const markedAddresses = ({ site, apiRoot }: Addresses): Addresses => ({
  site: BASE_URL_MARK,
  apiRoot: `${BASE_URL_MARK}${apiRoot.slice(site.length)}`,
});

/** JSON that lacks the base address of the site only. */
export type AddressableJson = (request: Pick<Addresses, 'site'>) => WrittenJson;

/** @param value with marked addresses */
export const writeJson = (value: unknown): AddressableJson => {
  const [first = '', ...others] = JSON.stringify(value).split(BASE_URL_MARK);
  const [head, tails] = [Buffer.from(first), others.map((part) => Buffer.from(part))];
  return ({ site }) => {
    const address = Buffer.from(JSON.stringify(site).slice(1, -1));
    return new WrittenJson([head, ...tails.flatMap((tail) => [address, tail])]);
  };
};
