import type { Documents } from '@almanac/documents';
import { can } from '@almanac/identity';
import { invalidParams } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import {
  type ImageAsker,
  type ImageReference,
  type MediumCopy,
  mayShowImage,
  mediaCopies,
  notImage,
} from './images.ts';
import { imageOfCore } from './imagesOfCore.ts';

/**
 * The id of the stored image that is meant; undefined where nothing was sent. What no copy is here of, core is asked
 * for; addresses are for those who may upload.
 * @throws DomainError 400 naming `image`; ServiceUnavailableError
 */
export const imageId = async (
  calendar: Pick<Calendar, 'documents' | 'fetchInternal'>,
  sent: ImageReference | undefined,
  asker: ImageAsker,
): Promise<number | null | undefined> => {
  if (sent === undefined || sent === null) return sent;
  const found = 'id' in sent ? await byId(calendar, sent.id, asker) : await byAddress(calendar, sent.address, asker);
  if (found?.file.mimeType.startsWith('image/') && mayShowImage(asker.principal, found)) return found.id;
  throw invalidParams({ image: notImage });
};

type Asked = Pick<Calendar, 'documents' | 'fetchInternal'>;

const byId = async (calendar: Asked, id: number, asker: ImageAsker): Promise<MediumCopy | undefined> =>
  (await calendar.documents.get<MediumCopy>(mediaCopies, id))?.body ?? imageOfCore(calendar, id, asker);

const byAddress = async (calendar: Asked, address: string, asker: ImageAsker): Promise<MediumCopy | undefined> => {
  if (!can(asker.principal, 'upload_files')) return undefined;
  const known = await mediumAt(calendar.documents, address, asker.site);
  return known ?? imageOfCore(calendar, address, asker);
};

/** A file of the site itself. */
const mediumAt = async (documents: Documents, address: string, site: string): Promise<MediumCopy | undefined> => {
  const { origin, pathname } = new URL(address);
  if (origin !== new URL(site).origin) return undefined;
  const [found] = await documents.find<MediumCopy>(mediaCopies, {
    filter: { field: 'path', equals: pathname },
    limit: 1,
  });
  return found;
};
