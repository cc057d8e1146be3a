import { argsOf, missingVersionArg } from '@almanac/content-model';
import { boolean, integer, list, text } from '@almanac/rest';
import { plainText, slugOf } from '@almanac/text';
import { excludeArg, includeArg, offsetArg, orderArg, pagedArgs } from '../requestArgs.ts';
import type { Taxonomy } from './term.ts';
import { termFields } from './termFields.ts';

const ORDERS = ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'] as const;

export const idArg = integer({ description: 'The id of the term.' });

const listArgs = {
  ...pagedArgs,
  exclude: excludeArg,
  include: includeArg,
  order: orderArg('asc'),
  orderby: text({ enum: ORDERS, default: 'name', description: 'The field by which the list is ordered.' }),
  hide_empty: boolean({ default: false, description: 'Leaves out terms without published posts.' }),
  parent: integer({ description: 'Only the categories directly below this one.' }),
  post: integer({ description: 'Only the terms of this post.' }),
  slug: list(text(), { description: 'Only terms with one of these slugs.' }),
  offset: offsetArg,
  ...missingVersionArg,
};

/** Arguments of a list; categories have no offset and tags no parent (docs/interface/core-terms.md §2). */
export const listArgsOf = (taxonomy: Taxonomy) => {
  const { offset: _offset, ...ofCategories } = listArgs;
  const { parent: _parent, ...ofTags } = listArgs;
  return taxonomy.hierarchical ? ofCategories : ofTags;
};

interface ListValues {
  readonly search?: string | undefined;
  readonly slug?: readonly string[] | undefined;
}

/** Cleans the arguments of a list; an empty list of slugs is no filter. */
export const queryArgs = ({ search, slug }: ListValues) => ({
  search: plainText(search ?? ''),
  slugs: slug === undefined || slug.length === 0 ? undefined : slug.map(slugOf),
});

/** The arguments of a new term (docs/interface/core-terms.md §4). */
export const writeArgs = {
  ...argsOf(termFields, 'v2'),
  translation_of: integer({ description: 'The term in another language that this one translates.' }),
};
