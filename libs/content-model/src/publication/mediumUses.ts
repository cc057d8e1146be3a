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
  /** The records that the caller may read; undefined for all. */
  readonly visible: Filter | undefined;
  /** Shows one record in place of many, such as those of a series. */
  readonly collapse?: (filter: Filter) => Promise<CollapsedUses<State>>;
}

interface CollapsedUses<State> {
  /** The filter of the records that are shown. */
  readonly filter: Filter;
  /** Returns the number of records for which a record is shown; undefined for one that stands for itself alone. */
  readonly occurrencesOf: (record: State) => number | undefined;
}

/**
 * Finds the records of a collection that use a medium, the newest first, without those in the trash. Records that the
 * caller may not read are counted only.
 */
export const findMediumUses = async <State extends UsingRecord>(
  documents: Documents,
  { collection, hasImage, or, typeOf, visible, collapse }: UsingKind<State>,
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
  const readable: Filter = visible === undefined ? filter : { all: [filter, visible] };
  const hidden = visible === undefined ? 0 : total - (await documents.count(collection, readable));
  const shown = await collapse?.(readable);
  const found = await documents.find<State>(collection, {
    filter: shown?.filter ?? readable,
    order: [{ field: 'id', direction: 'desc' }],
    limit: MAX_NAMED,
    without: ['content', 'excerpt'],
  });
  const known = new Set(names);
  const useOf = (record: State): MediumUse => {
    const isPicture = record.image === medium;
    const isInTexts = !isPicture || record.mediaInTexts.some((name) => known.has(name));
    const occurrences = shown?.occurrencesOf(record);
    return {
      type: typeOf(record),
      id: record.id,
      title: record.title,
      status: record.status,
      language: record.language ?? '',
      as: [...(isPicture ? (['picture'] as const) : []), ...(isInTexts ? (['text'] as const) : [])],
      ...(occurrences !== undefined && { occurrences }),
    };
  };
  return { total, hidden, uses: found.map(useOf) };
};

/** Adds up the uses in several collections. */
export const sumOfUses = (parts: readonly MediumUses[]): MediumUses => ({
  total: parts.reduce((sum, { total }) => sum + total, 0),
  hidden: parts.reduce((sum, { hidden }) => sum + hidden, 0),
  uses: parts.flatMap(({ uses }) => uses),
});
