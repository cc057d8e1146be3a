import { missingVersionArg } from '@almanac/content-model';
import {
  type ArgOptions,
  anything,
  boolean,
  dateTime,
  type Invalid,
  integer,
  invalid,
  list,
  object,
  oneOf,
  text,
  type Values,
  valueText,
} from '@almanac/rest';
import { excludeArg, ids, includeArg, offsetArg, orderArg, pagedArgs } from '../requestArgs.ts';
import { formats } from './formats.ts';
import type { PostVariant } from './postVariant.ts';
import { listedStatuses } from './statuses.ts';

const ORDERS = [
  'author',
  'date',
  'id',
  'include',
  'modified',
  'parent',
  'relevance',
  'slug',
  'include_slugs',
  'title',
] as const;

const orderByArg = <const Order extends string>(orders: readonly [Order, ...Order[]]) =>
  text({ enum: orders, default: 'date', description: 'The field by which the list is ordered.' });

const COLUMNS = ['post_title', 'post_content', 'post_excerpt'] as const;

type ListedStatus = (typeof listedStatuses)[number];

const STATUSES: ReadonlySet<string> = new Set(listedStatuses);

const isListed = (name: string): name is ListedStatus => STATUSES.has(name);

/** Parses a list, or a text with commas or blanks; each status once. The default is described as one name. */
const parseStatuses = (value: unknown): readonly ListedStatus[] | 'publish' | Invalid => {
  const parts = Array.isArray(value) ? value.map(valueText) : valueText(value).split(/[\s,]+/);
  const named = [...new Set(parts.map((part) => part.trim().toLowerCase()).filter((part) => part !== ''))];
  if (named.every(isListed)) return named;
  return invalid('{name} is not one of {values}.', 'rest_not_in_enum', { values: listedStatuses.join(', ') });
};

const terms = list(integer(), { default: [], description: 'Ids of terms.' });
const operator = text({ enum: ['AND', 'OR'], default: 'OR', description: 'The operator: all terms or any.' });
const children = boolean({ default: false, description: 'True if child terms count too.' });

const WORDS = { type: ['object', 'array'] } as const;

/**
 * Argument with ids, or with an object that says how they count; empty text is no filter (docs/interface/core-posts.md
 * §3.6).
 */
const termFilter = <Members extends Parameters<typeof object>[0]>(members: Members, description: string) =>
  oneOf([list(integer()), object(members, { additional: false })], {
    description,
    blankAbsent: true,
    words: WORDS,
  } satisfies ArgOptions<unknown>);

/** Arguments of both lists (docs/interface/core-posts.md §3.2). */
const sharedArgs = {
  ...pagedArgs,
  ...missingVersionArg,
  after: dateTime({ description: 'Only posts published after this moment.' }),
  modified_after: dateTime({ description: 'Only posts changed after this moment.' }),
  author: ids('Only posts of these users.'),
  author_exclude: ids('No posts of these users.'),
  before: dateTime({ description: 'Only posts published before this moment.' }),
  modified_before: dateTime({ description: 'Only posts changed before this moment.' }),
  exclude: excludeArg,
  include: includeArg,
  search_semantics: text({ enum: ['exact'], description: 'exact: a column must be equal to the search.' }),
  offset: offsetArg,
  order: orderArg('desc'),
  orderby: orderByArg(ORDERS),
  search_columns: list(text({ enum: COLUMNS }), { default: [], description: 'The columns to search.' }),
  slug: list(text(), { description: 'Only posts with one of these slugs.' }),
  status: anything({
    parse: parseStatuses,
    default: 'publish',
    description: 'Only posts with one of these statuses.',
    words: { type: 'array', items: { type: 'string', enum: listedStatuses } },
  }),
};

/** Arguments of the list of posts. */
export const listArgs = {
  ...sharedArgs,
  tax_relation: text({ enum: ['AND', 'OR'], description: 'The relation of the conditions on terms: AND or OR.' }),
  categories: termFilter(
    { terms, include_children: children, operator },
    'Only posts in these categories: ids, or an object with terms, include_children and operator.',
  ),
  categories_exclude: termFilter(
    { terms, include_children: children },
    'No posts in these categories: ids, or an object with terms and include_children.',
  ),
  tags: termFilter({ terms, operator }, 'Only posts with these tags: ids, or an object with terms and operator.'),
  tags_exclude: termFilter({ terms }, 'No posts with these tags: ids, or an object with terms.'),
  sticky: boolean({ description: 'Only sticky posts, or only others.' }),
  ignore_sticky: boolean({ default: true, description: 'True if sticky posts are ordered like other posts.' }),
  format: list(text({ enum: formats }), { unique: true, description: 'Only posts of these formats.' }),
};

/** Arguments of the list of pages (docs/interface/core-pages.md §3). */
const pageListArgs = {
  ...sharedArgs,
  orderby: orderByArg([...ORDERS, 'menu_order']),
  parent: ids('Only pages below these pages; 0 for the top.'),
  parent_exclude: ids('No pages below these pages.'),
  menu_order: integer({ description: 'Only pages at this position.' }),
};

/** The values of either list's arguments. */
export type ListArgs = Omit<Values<typeof sharedArgs>, 'orderby'> & { readonly orderby: string } & {
  readonly [Name in Exclude<keyof (typeof listArgs & typeof pageListArgs), keyof typeof sharedArgs>]?:
    | Values<typeof listArgs & typeof pageListArgs>[Name]
    | undefined;
};

export const listArgsOf = ({ hierarchical }: PostVariant) => (hierarchical ? pageListArgs : listArgs);

/** Returns the requested statuses; the default also applies to an empty list. */
export const statusesOf = (status: readonly ListedStatus[] | 'publish'): readonly ListedStatus[] =>
  status === 'publish' || status.length === 0 ? ['publish'] : status;
