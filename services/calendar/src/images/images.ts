import type { MediaFacts } from '@almanac/contracts';
import type { Collection, Documents } from '@almanac/documents';
import { can, type Principal, userId } from '@almanac/identity';
import { type Invalid, invalid, isWebAddress } from '@almanac/rest';
import { memberId } from '../requestArgs.ts';

/** Facts that older copies do not have. */
type DeliveredMedium = Pick<MediaFacts, 'alt' | 'status' | 'author'>;

type CopiedFacts = Pick<MediaFacts, 'id' | 'file' | 'sizes'> & {
  readonly [Name in keyof DeliveredMedium]?: DeliveredMedium[Name] | undefined;
};

/** The calendar's copy of a stored file, which core owns. */
export interface MediumCopy extends Pick<MediaFacts, 'id' | 'file' | 'sizes'>, Partial<DeliveredMedium> {
  /** The path of the file, by which an address finds the copy. */
  readonly path: string;
}

export const mediumCopy = ({ id, file, sizes, alt, status, author }: CopiedFacts): MediumCopy => ({
  id,
  file,
  sizes,
  ...(alt !== undefined && { alt }),
  ...(status !== undefined && { status }),
  ...(author !== undefined && { author }),
  path: file.path,
});

export const mediaCopies: Collection = { name: 'media-copies', projectionVersion: 1, indexes: [['path']] };

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

/**
 * True if the caller may see a medium. A private one is shown to its author and to callers who may read private
 * records (docs/interface/core-media.md §1).
 */
export const mayShowImage = (principal: Principal, { status, author = 0 }: MediumCopy): boolean =>
  status !== 'private' || can(principal, 'read_private_posts') || (author !== 0 && author === userId(principal));

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
  const shown = found.filter((medium) => mayShowImage(principal, medium));
  return new Map(shown.map((medium) => [medium.id, imageView(medium, site)]));
};

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
