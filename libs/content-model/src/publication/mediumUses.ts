import type { MediumUse, MediumUses, NamedMedium } from '@almanac/contracts';
import type { Collection, Documents, Filter } from '@almanac/documents';
import { mediaNames } from '@almanac/text';

/** Maximum number of records named per collection, the newest ones. */
const MAX_NAMED = 100;

interface MediaTexts {
  readonly content: string;
  readonly excerpt?: string;
}

/** The derived member by which records are found that use a medium in their texts. */
export interface NamesMedia {
  /** Names of media in the texts (`mediaNames`). */
  readonly mediaInTexts: readonly string[];
}

/** Returns the member of a changed record; unchanged texts are not read again. */
export const mediaInTexts = (before: MediaTexts & NamesMedia, after: MediaTexts): readonly string[] =>
  before.content === after.content && before.excerpt === after.excerpt
    ? before.mediaInTexts
    : mediaNames([after.content, after.excerpt ?? '']);

interface UsingRecord extends NamesMedia {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly language?: string;
  readonly image?: number | null;
}

/** A collection with the declared array `mediaInTexts`, and the index `image` if its records have pictures. */
export interface UsingKind<State> {
  readonly collection: Collection;
  readonly hasImage: boolean;
  /** A further condition under which a record uses the medium. */
  readonly or?: Filter;
  readonly typeOf: (record: State) => string;
  /** True if the caller may know of the record. */
  readonly mayRead: (record: State) => boolean;
}

/**
 * Finds the records of a collection that use a medium, the newest first, without those in the trash. Records that the
 * caller may not read are counted only.
 */
export const findMediumUses = async <State extends UsingRecord>(
  documents: Documents,
  { collection, hasImage, or, typeOf, mayRead }: UsingKind<State>,
  { medium, names }: NamedMedium,
): Promise<MediumUses> => {
  const isUsing: Filter = {
    any: [
      { field: 'mediaInTexts', contains: names },
      ...(hasImage ? [{ field: 'image', equals: medium }] : []),
      ...(or === undefined ? [] : [or]),
    ],
  };
  const filter: Filter = { all: [isUsing, { not: { field: 'status', equals: 'trash' } }] };
  const total = await documents.count(collection, filter);
  if (total === 0) return { total, hidden: 0, uses: [] };
  const found = await documents.find<State>(collection, {
    filter,
    order: [{ field: 'id', direction: 'desc' }],
    limit: MAX_NAMED,
    without: ['content', 'excerpt'],
  });
  const readable = found.filter(mayRead);
  const known = new Set(names);
  const useOf = (record: State): MediumUse => {
    const isPicture = record.image === medium;
    const isInTexts = !isPicture || record.mediaInTexts.some((name) => known.has(name));
    return {
      type: typeOf(record),
      id: record.id,
      title: record.title,
      status: record.status,
      language: record.language ?? '',
      as: [...(isPicture ? (['picture'] as const) : []), ...(isInTexts ? (['text'] as const) : [])],
    };
  };
  return { total, hidden: found.length - readable.length, uses: readable.map(useOf) };
};

/** Adds up the uses in several collections. */
export const sumOfUses = (parts: readonly MediumUses[]): MediumUses => ({
  total: parts.reduce((sum, { total }) => sum + total, 0),
  hidden: parts.reduce((sum, { hidden }) => sum + hidden, 0),
  uses: parts.flatMap(({ uses }) => uses),
});
