import { ancestorsOf, readTree } from '@almanac/content-model';
import type { Documents, Filter, Order } from '@almanac/documents';
import { invalidParams, type Values } from '@almanac/rest';
import { slugOf } from '@almanac/text';
import type { Calendar } from '../calendar.ts';
import type { Opening } from '../ports.ts';
import type { Taxonomy, Term } from './term.ts';
import type { termListArgs } from './termArgs.ts';
import { filteredTerms, namingOf, withTermVersions } from './termLookup.ts';

type TermListArgs = Values<ReturnType<typeof termListArgs>> & { readonly parent?: number | undefined };

export interface TermListRequest extends Opening {
  readonly args: TermListArgs;
  readonly language: string;
}

export interface TermQuery {
  readonly filter: Filter;
  readonly order: readonly Order[];
  /** The ids of the terms of `include`, in the given order. */
  readonly included: readonly number[];
}

/** Returns the query of a list of terms. @throws DomainError 400 for unknown terms or events, 403 for a locked event */
export const termQuery = async (
  calendar: Calendar,
  taxonomy: Taxonomy,
  request: TermListRequest,
): Promise<TermQuery> => {
  const { args, language } = request;
  const { documents, languages } = calendar;
  const naming = namingOf(calendar, language);
  const listed = (name: 'include' | 'exclude') =>
    args[name] === undefined ? undefined : filteredTerms(documents, taxonomy, { name, values: args[name] }, naming);
  const [include, exclude] = [await listed('include'), await listed('exclude')];
  const filters: Filter[] = [
    taxonomy.inListsOf(language, languages),
    ...(args.search === undefined ? [] : [{ texts: ['name', 'slug'], words: [args.search] }]),
    ...(include === undefined ? [] : [{ field: 'id', in: include }]),
    ...(exclude === undefined ? [] : [{ not: { field: 'id', in: exclude } }]),
    ...(args.slug === undefined ? [] : [{ field: 'slug', equals: slugOf(args.slug) }]),
    ...(await parentFilter(documents, taxonomy, args.parent)),
    ...(await useFilter(calendar, taxonomy, request)),
  ];
  return { filter: { all: filters }, order: [orderOf(args)], included: include ?? [] };
};

/** Returns the filter for the children of a term and of its other versions. */
const parentFilter = async (
  documents: Documents,
  taxonomy: Taxonomy,
  parent: number | undefined,
): Promise<Filter[]> => {
  if (parent === undefined) return [];
  if (parent === 0) return [{ field: 'parent', equals: 0 }];
  const versions = await withTermVersions(documents, taxonomy, [parent]);
  if (versions.length === 0) throw invalidParams({ parent: '{name} names a term that does not exist.' });
  return [{ field: 'parent', in: versions }];
};

/** Returns the filter for terms of one event, or for used terms and their ancestors; `event` wins over `post`. */
const useFilter = async (calendar: Calendar, taxonomy: Taxonomy, request: TermListRequest): Promise<Filter[]> => {
  const { args } = request;
  const { documents, linkingEvents } = calendar;
  const [argument, id] = args.event === undefined ? (['post', args.post] as const) : (['event', args.event] as const);
  if (id === undefined) return args.hide_empty ? [await inUse(calendar, taxonomy)] : [];
  const links = await linkingEvents.linksOf({ argument, id }, request);
  return [{ field: 'id', in: await withTermVersions(documents, taxonomy, links[taxonomy.plural]) }];
};

/**
 * Returns the filter for used terms, and for ancestors of used categories, which would otherwise be missing in the
 * tree (docs/interface/calendar.md §9).
 */
export const inUse = async ({ documents, linkingEvents }: Calendar, taxonomy: Taxonomy): Promise<Filter> => {
  const used = linkingEvents.linkedByPublished(taxonomy.plural);
  if (!taxonomy.hierarchical) return used;
  const [tree, terms] = await Promise.all([
    readTree(documents),
    documents.find<Term>(taxonomy.collection, { filter: used }),
  ]);
  const above = new Set(terms.flatMap((term) => ancestorsOf(tree, term.id)));
  return above.size === 0 ? used : { any: [used, { field: 'id', in: [...above] }] };
};

const fields: ReadonlyMap<string, string> = new Map(
  Object.entries({ id: 'id', term_id: 'id', slug: 'slug', parent: 'parent' }),
);

/** Returns the order of a list; an unknown `orderby` means the name. */
const orderOf = ({ orderby = 'name', order = 'asc' }: TermListArgs): Order => ({
  field: fields.get(orderby) ?? 'sortName',
  direction: order.toLowerCase() === 'desc' ? 'desc' : 'asc',
});
