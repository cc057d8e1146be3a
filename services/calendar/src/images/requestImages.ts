import { ensureMediaOfCore } from '@almanac/contracts';
import type { Documents } from '@almanac/documents';
import { can } from '@almanac/identity';
import { callerHeaders, invalidParams } from '@almanac/rest';
import { askInternal } from '@almanac/service';
import type { Calendar } from '../calendar.ts';
import {
  type ImageAsker,
  type ImageReference,
  type MediumCopy,
  mediaCopies,
  mediumCopy,
  notImage,
  readableMedia,
} from './images.ts';

/** The images that a request names. Those at new addresses have temporary ids until core has fetched them. */
export interface RequestImages {
  /**
   * Returns the id of the stored image; undefined if nothing was sent, null for no image.
   * @throws DomainError 400 naming `image`
   */
  idOf(sent: ImageReference | undefined): number | null | undefined;
  /** True if the image is stored by now. */
  isFound(sent: ImageReference | undefined): boolean;
  /** True if core must first fetch some of the images from their addresses. */
  areNew(): boolean;
  /** Lets core fetch the new images once, all or none. @throws ServiceUnavailableError */
  fetchNew(): Promise<void>;
}

type MediumSource = Pick<Calendar, 'documents' | 'fetchInternal'>;

/** Returns a temporary id, as long as the longest ids. */
const temporaryIdOf = (index: number): number => Number.MAX_SAFE_INTEGER - index;

const nameOf = (sent: Exclude<ImageReference, null>): number | string => ('id' in sent ? sent.id : sent.address);

/**
 * Finds the images that a request names: among the calendar's copies, then in one request to core, which fetches
 * nothing yet. Only callers who may upload can name addresses.
 * @throws ServiceUnavailableError
 */
export const requestImages = async (
  calendar: MediumSource,
  sent: readonly (ImageReference | undefined)[],
  asker: ImageAsker,
): Promise<RequestImages> => {
  const mayUpload = can(asker.principal, 'upload_files');
  const names = [...new Set(sent.flatMap((each) => (each == null ? [] : nameOf(each))))].filter(
    (name) => typeof name === 'number' || mayUpload,
  );
  const ids = await foundIds(calendar, names, asker);
  const isFetched = (name: number | string): name is string => typeof name === 'string' && !isOwn(name, asker.site);
  let fresh = names.filter(isFetched).filter((name) => !ids.has(name));

  return {
    idOf: (one) => {
      if (one === undefined || one === null) return one;
      const name = nameOf(one);
      const id =
        ids.get(name) ?? (fresh.includes(String(name)) ? temporaryIdOf(fresh.indexOf(String(name))) : undefined);
      if (id === undefined) throw invalidParams({ image: notImage });
      return id;
    },
    isFound: (one) => one != null && ids.has(nameOf(one)),
    areNew: () => fresh.length > 0,
    fetchNew: async () => {
      const fetched = await imagesOfCore(calendar, { images: fresh, fetch: true }, asker);
      for (const [name, id] of imageIds(fetched)) ids.set(name, id);
      fresh = [];
    },
  };
};

const isOwn = (address: string, site: string): boolean => new URL(address).origin === new URL(site).origin;

const foundIds = async (
  calendar: MediumSource,
  names: Names,
  asker: ImageAsker,
): Promise<Map<number | string, number>> => {
  const copies = await copiesOf(calendar.documents, names, asker);
  const others = names.filter((name) => !copies.has(name));
  const asked = others.length === 0 ? [] : await imagesOfCore(calendar, { images: others, fetch: false }, asker);
  return new Map(imageIds([...copies, ...asked]));
};

type NamedMedia = readonly (readonly [name: number | string, medium: MediumCopy])[];

const imageIds = (found: NamedMedia): [number | string, number][] =>
  found.filter(([, medium]) => medium.file.mimeType.startsWith('image/')).map(([name, { id }]) => [name, id]);

/** Returns the copies of ids and of the site's own files that the caller may see. */
const copiesOf = async (
  documents: Documents,
  names: Names,
  { principal, site }: ImageAsker,
): Promise<Map<number | string, MediumCopy>> => {
  const paths = new Map(
    names.flatMap((name) => (typeof name === 'string' && isOwn(name, site) ? [[new URL(name).pathname, name]] : [])),
  );
  const ids = names.filter((name) => typeof name === 'number');
  const [byId, byPath] = await Promise.all([
    ids.length === 0 ? [] : documents.getMany<MediumCopy>(mediaCopies, ids),
    paths.size === 0
      ? []
      : documents.find<MediumCopy>(mediaCopies, { filter: { field: 'path', in: [...paths.keys()] } }),
  ]);
  const readable = await readableMedia(documents, principal, [...byId, ...byPath]);
  return new Map<number | string, MediumCopy>(
    readable.flatMap((copy) => [[copy.id, copy] as const, [paths.get(copy.path) ?? '', copy] as const]),
  );
};

/** A version below those of core's events, so that a later event replaces the copy. */
const BEFORE_EVERY_EVENT = 1;

/** Milliseconds; core may have to fetch the pictures first. */
const TIMEOUT_MS = 20_000;

/** Ids of media, and addresses. */
type Names = readonly (number | string)[];

/**
 * Lets core find pictures that the caller may see by ids and addresses; with `fetch`, core also fetches unknown
 * addresses, all or none. Copies are stored at once. Unknown pictures are missing from the result.
 * @throws ServiceUnavailableError
 */
const imagesOfCore = async (
  { documents, fetchInternal }: Pick<Calendar, 'documents' | 'fetchInternal'>,
  asked: { readonly images: Names; readonly fetch: boolean },
  { principal, site }: ImageAsker,
): Promise<(readonly [name: number | string, medium: MediumCopy])[]> => {
  const headers = { [callerHeaders.site]: site };
  const send = { images: [...asked.images], fetch: asked.fetch };
  const answer = await askInternal(fetchInternal, ensureMediaOfCore, { send, principal, headers, timeout: TIMEOUT_MS });
  const media = answer.refused === undefined ? answer.body.media : [];
  const found = asked.images.flatMap((name, at) => {
    const medium = media[at] ?? null;
    return medium === null ? [] : [[name, mediumCopy(medium)] as const];
  });
  await documents.write(
    found.map(([, copy]) => ({ collection: mediaCopies, id: copy.id, version: BEFORE_EVERY_EVENT, body: copy })),
  );
  return found;
};
