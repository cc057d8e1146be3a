import type { Documents } from '@almanac/documents';
import { type Embeddable, embeddables, type Medium, media } from './embeddable.ts';
import type { SiteAddress } from './siteAddress.ts';

/** A record that may be shown elsewhere; a medium among them has its file. */
export type Found = Embeddable & { readonly medium?: Medium };

/** What everybody may see: no drafts, private or scheduled records, none in the trash. */
const isPublic = ({ status }: Embeddable): boolean => status === 'publish';

/** Finds what an address of the site names, as far as it may be shown to everybody (batch-oembed.md §B1). */
export const findEmbeddable = async (documents: Documents, address: SiteAddress): Promise<Found | undefined> => {
  if ('id' in address) return byId(documents, address.id);
  const found = (await atPage(documents, address.page)) ?? (await atPage(documents, ownerOfFrame(address.page)));
  return found;
};

const byId = async (documents: Documents, id: number): Promise<Found | undefined> => {
  const [record] = await documents.getMany<Embeddable>(embeddables, [id]);
  if (record !== undefined) return isPublic(record) ? record : undefined;
  const [medium] = await documents.getMany<Medium>(media, [id]);
  return medium === undefined || medium.status !== 'inherit' ? undefined : embeddableMedium(medium);
};

const atPage = async (documents: Documents, page: string | undefined): Promise<Found | undefined> => {
  if (page === undefined) return undefined;
  const records = await documents.find<Embeddable>(embeddables, { filter: { field: 'page', equals: page } });
  return records.find(isPublic);
};

/** The page of a record from that of its frame: `harbour/embed`. */
const ownerOfFrame = (page: string): string | undefined => /^(.+)\/embed$/.exec(page)?.[1];

const embeddableMedium = (medium: Medium): Found => ({
  id: medium.id,
  status: medium.status,
  language: '',
  title: medium.title,
  author: medium.author,
  image: medium.file.mimeType.startsWith('image/') ? medium.id : null,
  protected: false,
  path: null,
  page: null,
  medium,
});
