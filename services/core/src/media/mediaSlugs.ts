import { hash } from 'node:crypto';
import { type ContentSite, slugScope as contentSlugScope } from '@almanac/content-model';
import type { Documents } from '@almanac/documents';
import {
  type Claim,
  claimId,
  claims,
  idOfStream,
  streamOf,
  type UniqueName,
  type UnitOfWork,
} from '@almanac/event-sourcing';
import { decodeSlug, slugOf, uniqueSlug } from '@almanac/text';
import { type Medium, medium } from './medium.ts';
import { mediumById } from './readModels/mediaList.ts';

/**
 * Scope of media slugs. Media have no language; their slugs are unique among all media and differ from those of posts
 * (docs/interface/core-media.md §3).
 */
export const slugScope = 'slug/attachment';

/** Returns the stream that holds a slug in a scope. */
type HolderOf = (scope: string, slug: string) => Promise<string | null>;

const freeSlug = (base: string, id: number, { slugs, languages }: ContentSite, holderOf: HolderOf): Promise<string> => {
  const isTaken = async (slug: string): Promise<boolean> => {
    const scopes = [slugScope, ...languages.languages.map((language) => contentSlugScope('post', language))];
    const holders = await Promise.all(scopes.map((scope) => holderOf(scope, slug)));
    return holders.some((holder) => holder !== null && holder !== streamOf(medium, id));
  };
  return uniqueSlug(base || String(id), isTaken, { ...slugs, noDigits: false });
};

/** Returns a free slug from the requested one or the title; from the id if both are empty. */
export const freeMediumSlug = (
  unit: UnitOfWork,
  { id, asked, title }: { readonly id: number; readonly asked: string; readonly title: string },
  site: ContentSite,
): Promise<string> => freeSlug(slugOf(asked) || slugOf(title), id, site, (scope, slug) => unit.holder(scope, slug));

/** Returns the slug generated from the title, decoded (docs/interface/core-posts.md §2.4). */
export const generatedSlug = async (
  documents: Documents,
  { id, title }: Pick<Medium, 'id' | 'title'>,
  site: ContentSite,
): Promise<string> => {
  const holderOf: HolderOf = async (scope, slug) =>
    (await documents.get<Claim>(claims, claimId(scope, slug)))?.body?.by ?? null;
  return decodeSlug(await freeSlug(slugOf(title), id, site, holderOf));
};

/** Scope of source addresses. The medium of an address claims it, so each address is stored once. */
const SOURCES = 'source/attachment';

const sourceName = (address: string): string => hash('sha256', address, 'hex');

/** Returns the unique names of a medium: its slug, and its source address. */
export const mediumNames = ({ slug, source, deleted }: Medium): readonly UniqueName[] =>
  deleted
    ? []
    : [
        ...(slug === '' ? [] : [{ scope: slugScope, name: slug }]),
        ...(source === null ? [] : [{ scope: SOURCES, name: sourceName(source) }]),
      ];

/** Returns the medium fetched from an address; undefined if none was. */
export const mediumOfSource = async (documents: Documents, address: string): Promise<Medium | undefined> => {
  const claim = await documents.get<Claim>(claims, claimId(SOURCES, sourceName(address)));
  const bearer = claim?.body?.by;
  return bearer == null ? undefined : mediumById(documents, Number(idOfStream(bearer)));
};
