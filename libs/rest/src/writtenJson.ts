import { contentDigest } from './preconditions.ts';
import type { RestRequest } from './route.ts';

/** Placeholder for the base address of the site in shared JSON. */
const BASE_URL_MARK = 'https://base-url.invalid';

/** JSON that is sent as written: all answers share its bytes. */
export class WrittenJson {
  readonly chunks: readonly Uint8Array[];
  #etag: string | undefined;

  constructor(chunks: readonly Uint8Array[]) {
    this.chunks = chunks;
  }

  /** The strong ETag of the bytes, computed once. */
  get etag(): string {
    this.#etag ??= `"${contentDigest(Buffer.concat(this.chunks))}"`;
    return this.#etag;
  }

  /** Returns the value, for `_fields` and every form but plain JSON. */
  toJSON(): unknown {
    return JSON.parse(Buffer.concat(this.chunks).toString());
  }
}

type Addresses = Pick<RestRequest, 'site' | 'apiRoot'>;

/**
 * Returns the addresses of a request with the placeholder for the base address, which the request chooses by its host.
 */
export const markedAddresses = ({ site, apiRoot }: Addresses): Addresses => ({
  site: BASE_URL_MARK,
  apiRoot: `${BASE_URL_MARK}${apiRoot.slice(site.length)}`,
});

/** JSON that lacks only the base address of the site. */
export type AddressableJson = (request: Pick<Addresses, 'site'>) => WrittenJson;

/**
 * Serializes a value once for all base addresses. Successive requests with one base address get the same object, so that
 * forms of its bytes can be kept with it.
 * @param value with marked addresses
 */
export const writeJson = (value: unknown): AddressableJson => {
  const [first = '', ...others] = JSON.stringify(value).split(BASE_URL_MARK);
  const [head, tails] = [Buffer.from(first), others.map((part) => Buffer.from(part))];
  let last: { readonly site: string; readonly written: WrittenJson } | undefined;
  return ({ site }) => {
    if (last?.site !== site) {
      const address = Buffer.from(JSON.stringify(site).slice(1, -1));
      last = { site, written: new WrittenJson([head, ...tails.flatMap((tail) => [address, tail])]) };
    }
    return last.written;
  };
};
