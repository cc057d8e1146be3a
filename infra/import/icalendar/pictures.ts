import { basename, extname } from 'node:path';
import type { Picture } from '@almanac/dates/icalendar';
import type { Outgoing } from '@almanac/outgoing';
import { decodedText } from '@almanac/text';
import type { UploadingClient } from '../siteClient.ts';

const MAX_FILE_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 15_000;
/** The number of failures in a row after which a host is not asked again. */
const MAX_HOST_FAILURES = 3;

/** Decodes a picture of the file. @throws Error above the limit */
const bytesOf = (base64: string): Buffer<ArrayBuffer> => {
  if (Buffer.byteLength(base64, 'base64') > MAX_FILE_BYTES)
    throw new Error(`it is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB`);
  return Buffer.from(base64, 'base64');
};

interface Media {
  readonly id: number;
  readonly slug: string;
}

/** The pictures of an import. Each is fetched and uploaded once; a later run finds it on the site. */
export class Pictures {
  readonly #site: UploadingClient;
  readonly #outgoing: Outgoing;
  readonly #ids = new Map<string, Promise<number>>();
  readonly #failures = new Map<string, number>();

  constructor(site: UploadingClient, outgoing: Outgoing) {
    this.#site = site;
    this.#outgoing = outgoing;
  }

  /** Looks up which pictures the site has. */
  async lookUp(pictures: readonly Picture[]): Promise<void> {
    const slugs = new Set(pictures.map(({ slug }) => slug).filter((slug) => !this.#ids.has(slug)));
    if (slugs.size === 0) return;
    const query = new URLSearchParams({ per_page: '100' });
    for (const slug of slugs) query.append('slug[]', slug);
    for (const { slug, id } of await this.#site.request<Media[]>('GET', `/core/v2/media?${query}`))
      this.#ids.set(slug, Promise.resolve(id));
  }

  /**
   * Returns the id of a picture on the site.
   * @throws Error with the reason if it cannot be fetched or uploaded
   */
  idOf(picture: Picture): Promise<number> {
    return this.#ids.getOrInsertComputed(picture.slug, () => this.#upload(picture));
  }

  async #upload({ slug, content }: Picture): Promise<number> {
    const { bytes, type, name } =
      'base64' in content
        ? { bytes: bytesOf(content.base64), type: content.type, name: slug }
        : await this.#fetch(content.address);
    const stem = basename(name, extname(name));
    const query = new URLSearchParams({ title: stem, slug });
    const file = { name: `${stem}.${type.slice('image/'.length).split('+', 1)}`, type, bytes };
    return (await this.#site.upload<Media>(`/core/v2/media?${query}`, file)).id;
  }

  async #fetch(address: string): Promise<{ bytes: Buffer<ArrayBuffer>; type: string; name: string }> {
    const { host, pathname } = new URL(address);
    const failures = this.#failures.get(host) ?? 0;
    if (failures >= MAX_HOST_FAILURES) throw new Error(`${host} did not answer ${failures} times before`);
    try {
      const limits = { maxBytes: MAX_FILE_BYTES, timeout: TIMEOUT_MS, accept: 'image/*' };
      const { status, headers, body } = await this.#outgoing.fetch(address, limits);
      this.#failures.delete(host);
      const [type = ''] = String(headers['content-type'] ?? '')
        .toLowerCase()
        .split(';', 1);
      if (status !== 200) throw new Error(`its address answers ${status}`);
      if (!type.startsWith('image/')) throw new Error(`its address answers with ${type || 'no type'}, not an image`);
      return { bytes: Buffer.from(body), type, name: decodedText(basename(pathname)) };
    } catch (error) {
      if (error instanceof Error && error.name === 'OutgoingError') this.#failures.set(host, failures + 1);
      throw error;
    }
  }
}
