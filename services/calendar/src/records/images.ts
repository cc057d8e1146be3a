import type { MediaFacts } from '@almanac/contracts';
import type { Collection, Documents } from '@almanac/documents';
import { can, type Principal } from '@almanac/identity';
import { type Invalid, invalid, invalidParams, isWebAddress } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';

/** A stored file as the calendar keeps it; core owns it. */
export interface MediumCopy extends Pick<MediaFacts, 'id' | 'file' | 'sizes'> {
  /** That of the file, for finding it by its address. */
  readonly path: string;
}

export const mediaCopies: Collection = { name: 'media-copies', fold: 1, indexes: [['path']] };

/** A featured image as sent: null for none, the id of a stored one, or an address. */
export type ImageReference = null | { readonly id: number } | { readonly address: string };

const notImage = invalid('{name} is neither a stored image nor an address of one that can be fetched.');

/** Takes an id or an address; the empty value removes the image (decisions, Calendar). */
export const imageReference = (value: unknown): ImageReference | Invalid => {
  if (value === '' || value === 0 || value === '0' || value === false) return null;
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof id === 'number') return Number.isSafeInteger(id) && id > 0 ? { id } : notImage;
  return typeof value === 'string' && isWebAddress(value) ? { address: value } : notImage;
};

export interface ImageAsker {
  readonly principal: Principal;
  /** The site's address. */
  readonly site: string;
}

/**
 * The id of the stored image that is meant; undefined where nothing was sent. Addresses name files of the site itself,
 * for those who may upload.
 * @throws DomainError 400 naming `image`
 */
export const imageId = async (
  { documents }: Pick<Calendar, 'documents'>,
  sent: ImageReference | undefined,
  { principal, site }: ImageAsker,
): Promise<number | null | undefined> => {
  if (sent === undefined || sent === null) return sent;
  const found = 'id' in sent ? await mediumById(documents, sent.id) : await mediumAt(documents, sent.address, site);
  const mayName = 'id' in sent || can(principal, 'upload_files');
  if (found?.file.mimeType.startsWith('image/') && mayName) return found.id;
  throw invalidParams({ image: notImage });
};

const mediumById = async (documents: Documents, id: number): Promise<MediumCopy | undefined> =>
  (await documents.get<MediumCopy>(mediaCopies, id))?.body ?? undefined;

const mediumAt = async (documents: Documents, address: string, site: string): Promise<MediumCopy | undefined> => {
  const { origin, pathname } = new URL(address);
  if (origin !== new URL(site).origin) return undefined;
  const [found] = await documents.find<MediumCopy>(mediaCopies, {
    filter: { field: 'path', equals: pathname },
    limit: 1,
  });
  return found;
};

/** An image as records show it (calendar-v1.md §5.4). */
export type ShownImage = Readonly<Record<string, unknown>>;

/** The images of records by their ids, read in one go; what is gone is left out. */
export const shownImages = async (
  documents: Documents,
  records: readonly { readonly image: number | null }[],
  site: string,
): Promise<ReadonlyMap<number | null, ShownImage>> => {
  const ids = [...new Set(records.flatMap((record) => record.image ?? []))];
  if (ids.length === 0) return new Map();
  const found = await documents.getMany<MediumCopy>(mediaCopies, ids);
  return new Map(found.map((medium) => [medium.id, shownImage(medium, site)]));
};

const shownImage = ({ id, file, sizes }: MediumCopy, site: string): ShownImage => ({
  url: `${site}${file.path}`,
  id,
  extension: /\.(\w+)$/.exec(file.path)?.[1] ?? '',
  ...measures(file),
  ...(Object.keys(sizes).length > 0 && {
    sizes: Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, shownSize(size, site)])),
  }),
});

const shownSize = (size: MediaFacts['file'], site: string) => {
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
