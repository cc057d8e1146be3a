import type { Documents, Filter, Order } from '@almanac/documents';
import { type Revision, revisions } from '../revision.ts';

/** Returns the autosaves of all users for these posts. @param without texts that are not needed */
export const autosavesOf = (
  documents: Documents,
  parents: readonly number[],
  without: readonly string[] = [],
): Promise<Revision[]> =>
  documents.find<Revision>(revisions, {
    filter: {
      all: [
        { field: 'parent', in: parents },
        { field: 'autosave', equals: true },
      ],
    },
    order: [{ field: 'id', direction: 'asc' }],
    without,
  });

export interface RevisionQuery {
  readonly parent: number;
  readonly search: Filter | undefined;
  readonly include: readonly number[];
  readonly exclude: readonly number[];
  readonly orderBy: string;
  readonly direction: 'asc' | 'desc';
  readonly limit: number | undefined;
  readonly offset: number;
  /** Texts that are not needed. */
  readonly without: readonly string[];
}

const FIELDS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ id: 'id', slug: 'slug', title: 'keys.title' }),
);

const filterOf = ({ parent, search, include, exclude }: RevisionQuery): Filter => ({
  all: [
    { field: 'parent', equals: parent },
    ...(search === undefined ? [] : [search]),
    ...(include.length > 0 ? [{ field: 'id', in: include }] : []),
    ...(include.length === 0 && exclude.length > 0 ? [{ not: { field: 'id', in: exclude } } satisfies Filter] : []),
  ],
});

export const countRevisions = (documents: Documents, query: RevisionQuery): Promise<number> =>
  documents.count(revisions, filterOf(query));

/**
 * Returns revisions and autosaves of a post (docs/interface/core-revisions.md §3). The order `include` follows the
 * given ids; `include_slugs` means the oldest first, because there is no list of slugs.
 */
export const listRevisions = async (documents: Documents, query: RevisionQuery): Promise<Revision[]> => {
  const { orderBy, direction, include, limit, offset, without } = query;
  const filter = filterOf(query);
  if (orderBy === 'include') {
    const all = await documents.find<Revision>(revisions, { filter, without });
    const sorted = all.toSorted((a, b) => include.indexOf(a.id) - include.indexOf(b.id));
    return limit === undefined ? sorted : sorted.slice(offset, offset + limit);
  }
  const rising = orderBy === 'include_slugs' ? 'asc' : direction;
  const order: Order[] = [{ field: FIELDS.get(orderBy) ?? 'date', direction: rising }];
  const window = limit === undefined ? {} : { limit, offset };
  return documents.find<Revision>(revisions, { filter, order, without, ...window });
};

export const revisionById = async (documents: Documents, id: number): Promise<Revision | undefined> =>
  (await documents.getMany<Revision>(revisions, [id]))[0];
