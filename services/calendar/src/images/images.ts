import type { MediaFacts } from '@almanac/contracts';
import type { Collection, Documents } from '@almanac/documents';
import { type GuardedRecord, mayReadMedium, type Principal } from '@almanac/identity';
import { createComposer, type Invalid, invalid, isWebAddress } from '@almanac/rest';
import { memberId } from '../requestArgs.ts';

type CopiedFacts = Pick<MediaFacts, 'id' | 'file' | 'sizes' | 'alt' | 'status' | 'author' | 'parent'>;

/** The calendar's copy of a stored file, which core owns. */
export interface MediumCopy extends CopiedFacts {
  /** The path of the file, by which an address finds the copy. */
  readonly path: string;
}

export const mediumCopy = ({ id, file, sizes, alt, status, author, parent }: CopiedFacts): MediumCopy => ({
  id,
  file,
  sizes,
  alt,
  status,
  author,
  parent,
  path: file.path,
});

/** Copies of core's media. Those of earlier releases, `media-copies`, do not have the parent. */
export const mediaCopies: Collection = { name: 'attachment-copies', projectionVersion: 1, indexes: [['path']] };

/** The members of a post that determine the rights on the media that are attached to it. */
export interface PostCopy extends GuardedRecord {
  readonly id: number;
}

export const postCopies: Collection = { name: 'post-copies', projectionVersion: 1 };

/** A featured image as a client sends it: null for none, the id of a stored image, or an address. */
export type ImageReference = null | { readonly id: number } | { readonly address: string };

export const notImage = invalid('{name} is neither a stored image nor an address of one that can be fetched.');

/**
 * Takes an id, an address, or an image as the view has it; the empty value removes the image
 * (docs/interface/calendar.md §10.1).
 */
export const imageReference = (value: unknown): ImageReference | Invalid => {
  if (value === '' || value === 0 || value === '0' || value === false) return null;
  const named = memberId(value) ?? value;
  const id = typeof named === 'string' && /^\d+$/.test(named) ? Number(named) : named;
  if (typeof id === 'number') return Number.isSafeInteger(id) && id > 0 ? { id } : notImage;
  return typeof value === 'string' && isWebAddress(value) ? { address: value } : notImage;
};

export interface ImageAsker {
  readonly principal: Principal;
  /** The site's address. */
  readonly site: string;
}

/** A post whose copy has not arrived: only its editors would see it. */
const UNKNOWN_POST: GuardedRecord = { author: 0, status: 'draft' };

/** Returns the media that the caller may see. The posts that they are attached to are read in one query. */
export const readableMedia = async (
  documents: Documents,
  principal: Principal,
  found: readonly MediumCopy[],
): Promise<MediumCopy[]> => {
  const ids = [...new Set(found.flatMap(({ parent }) => (parent === 0 ? [] : [parent])))];
  const posts = ids.length === 0 ? [] : await documents.getMany<PostCopy>(postCopies, ids);
  const parents = new Map(posts.map((post) => [post.id, post]));
  return found.filter((medium) => {
    const parent = medium.parent === 0 ? undefined : (parents.get(medium.parent) ?? UNKNOWN_POST);
    return mayReadMedium(principal, medium, parent);
  });
};

/** The address of a file with its measures, as far as they are known. */
interface FileView {
  readonly url: string;
  readonly width?: number;
  readonly height?: number;
  readonly filesize?: number;
}

/** An image as records show it (docs/interface/calendar.md §5.4). */
export interface ImageView extends FileView {
  readonly id: number;
  readonly extension: string;
  readonly sizes?: Readonly<Record<string, FileView & { readonly 'mime-type': string }>>;
}

/** Images by their ids, as records show them. */
export type ShownImages = ReadonlyMap<number | null, ImageView>;

/**
 * Returns the images of records by their ids, read in one query. Deleted media, and media that the caller may not
 * see, are left out.
 */
export const imageViews = async (
  documents: Documents,
  records: readonly { readonly image: number | null }[],
  { principal, site }: ImageAsker,
): Promise<ShownImages> => {
  const ids = [...new Set(records.flatMap((record) => record.image ?? []))];
  if (ids.length === 0) return new Map();
  const found = await documents.getMany<MediumCopy>(mediaCopies, ids);
  const shown = await readableMedia(documents, principal, found);
  return new Map(shown.map((medium) => [medium.id, composed(medium, [site], () => imageView(medium, site))]));
};

const composed = createComposer<ImageView>();

const imageView = ({ id, file, sizes }: MediumCopy, site: string): ImageView => ({
  url: `${site}${file.path}`,
  id,
  extension: /\.(\w+)$/.exec(file.path)?.[1] ?? '',
  ...measures(file),
  ...(Object.keys(sizes).length > 0 && {
    sizes: Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, renderedSize(size, site)])),
  }),
});

const renderedSize = (size: MediaFacts['file'], site: string) => {
  const { width, height, filesize } = size;
  return {
    ...measures({ width, height }),
    'mime-type': size.mimeType,
    ...measures({ filesize }),
    url: `${site}${size.path}`,
  };
};

const measures = ({
  width,
  height,
  filesize,
}: Partial<Record<'width' | 'height' | 'filesize', number | undefined>>) => ({
  ...(width !== undefined && { width }),
  ...(height !== undefined && { height }),
  ...(filesize !== undefined && { filesize }),
});
