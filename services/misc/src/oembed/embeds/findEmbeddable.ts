import type { Documents } from '@almanac/documents';
import { isLanguage } from '@almanac/i18n';
import { type Embeddable, embeddables, type Medium, media } from './embeddable.ts';
import { pageOf, type SiteAddress } from './siteAddress.ts';

/** A record that may be embedded; a medium includes its file. */
export type EmbeddableRecord = Embeddable & { readonly medium?: Medium };

/** True if the record is public: not a draft, private, scheduled or in the trash. */
const isPublic = ({ status }: Embeddable): boolean => status === 'publish';

/** Finds the public record at an address of the site (docs/interface/oembed.md §1). */
export const findEmbeddable = async (
  documents: Documents,
  address: SiteAddress,
): Promise<EmbeddableRecord | undefined> => {
  if ('id' in address) return byId(documents, address.id);
  const { page, plain } = address;
  return (
    (await atPageOrFrame(documents, page)) ??
    (await atPageOrFrame(documents, plain)) ??
    (await atPageOrFrame(documents, inDefaultLanguage(page))) ??
    atPageOrFrame(documents, inDefaultLanguage(plain))
  );
};

/** Returns the page of the default language, which a page of another language falls back to if it has no record. */
const inDefaultLanguage = (page: string | undefined): string | undefined => {
  const [first, ...rest] = page?.split('/') ?? [];
  return isLanguage(first) && rest.length > 0 ? rest.join('/') : undefined;
};

const atPageOrFrame = async (documents: Documents, page: string | undefined): Promise<EmbeddableRecord | undefined> =>
  page === undefined ? undefined : ((await atPage(documents, page)) ?? atPage(documents, ownerOfFrame(page)));

const byId = async (documents: Documents, id: number): Promise<EmbeddableRecord | undefined> => {
  const [record] = await documents.getMany<Embeddable>(embeddables, [id]);
  if (record !== undefined) return isPublic(record) ? record : undefined;
  return embeddableMediumOf(documents, id);
};

/** Returns the medium with an id; undefined if not everybody may see it. */
export const embeddableMediumOf = async (documents: Documents, id: number): Promise<EmbeddableRecord | undefined> => {
  const [medium] = await documents.getMany<Medium>(media, [id]);
  return medium && embeddableMedium(documents, medium);
};

const atPage = async (documents: Documents, page: string | undefined): Promise<EmbeddableRecord | undefined> => {
  if (page === undefined) return undefined;
  const records = await documents.find<Embeddable>(embeddables, { filter: { field: 'page', equals: page } });
  return records.find(isPublic) ?? mediumAt(documents, page);
};

/** Finds the medium of a page: its path is its slug below the path of its parent post. */
const mediumAt = async (documents: Documents, page: string): Promise<EmbeddableRecord | undefined> => {
  const slug = page.slice(page.lastIndexOf('/') + 1);
  const named = await documents.find<Medium>(media, { filter: { field: 'slug', in: spellings(slug) } });
  const found = await Promise.all(named.map((medium) => embeddableMedium(documents, medium)));
  return found.find((each) => each?.page === page);
};

/** Returns the possible stored forms of a slug: slugs are stored encoded, pages are compared decoded. */
const spellings = (slug: string): string[] => [slug, encodeURIComponent(slug), encodeURIComponent(slug).toLowerCase()];

/** Returns the page of a record from the page of its frame: `harbour/embed`. */
const ownerOfFrame = (page: string): string | undefined => /^(.+)\/embed$/.exec(page)?.[1];

/** Returns a medium with the path of its page; undefined if the medium is private or its parent post is not public. */
const embeddableMedium = async (documents: Documents, medium: Medium): Promise<EmbeddableRecord | undefined> => {
  if (medium.status !== 'inherit') return undefined;
  const [parent] = medium.parent === 0 ? [] : await documents.getMany<Embeddable>(embeddables, [medium.parent]);
  if (parent !== undefined && !isPublic(parent)) return undefined;
  const path = medium.slug === '' ? null : `${parent?.path ?? '/'}${medium.slug}/`;
  return {
    id: medium.id,
    status: medium.status,
    language: '',
    title: medium.title,
    author: medium.author,
    image: medium.file.mimeType.startsWith('image/') ? medium.id : null,
    protected: false,
    path,
    page: path === null ? null : pageOf(path),
    medium,
  };
};
