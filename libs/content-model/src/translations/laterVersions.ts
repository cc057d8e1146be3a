import type { Collection, Documents } from '@almanac/documents';

const RECORDS_PER_QUERY = 100;

/** A version of a record that others link, with the other versions of its group. */
export interface LinkedVersion {
  readonly id: number;
  readonly language: string;
  readonly others: readonly number[];
}

/** Returns links with a version in place of the others; undefined if none of the others is among them. */
export const withVersion = (
  links: readonly number[],
  { id, others }: Pick<LinkedVersion, 'id' | 'others'>,
): number[] | undefined =>
  links.some((each) => others.includes(each))
    ? [...new Set(links.map((each) => (others.includes(each) ? id : each)))]
    : undefined;

/**
 * Calls a function for each record in the language of a version that links one of the others.
 * @param member the field with the links
 * @param relink replaces them, so that the record is not found again
 */
export const relinkAll = async (
  documents: Documents,
  { collection, member }: { readonly collection: Collection; readonly member: string },
  { language, others }: LinkedVersion,
  relink: (id: number) => Promise<void>,
): Promise<void> => {
  const linking = {
    all: [
      { field: 'language', equals: language },
      { field: member, contains: others },
    ],
  };
  for (let isLast = false; !isLast; ) {
    const found = await documents.find<{ readonly id: number }>(collection, {
      filter: linking,
      limit: RECORDS_PER_QUERY,
    });
    isLast = found.length < RECORDS_PER_QUERY;
    for (const { id } of found) await relink(id);
  }
};
