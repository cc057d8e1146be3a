import { boolean, integer, list, text } from '@almanac/rest';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_TITLE_LENGTH,
  plainName,
  plainText,
  slugOf,
  storedDescription,
} from '@almanac/text';
import { excludeArg, includeArg, offsetArg, orderArg, pagedArgs } from '../requestArgs.ts';
import type { Taxonomy } from './term.ts';

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

/** Writable members (docs/interface/core-terms.md §4), with cleaned texts. */
export const writeArgs = {
  name: text({
    required: true,
    onNull: 'accept',
    clean: plainName,
    maxLength: MAX_TITLE_LENGTH,
    description: 'The name.',
  }),
  slug: text({ onNull: 'accept', clean: slugOf, description: 'The name in addresses; made of the name if empty.' }),
  description: text({
    clean: storedDescription,
    maxLength: MAX_DESCRIPTION_LENGTH,
    description: 'HTML that describes the term.',
  }),
  parent: integer({ onNull: 'accept', description: 'The id of the parent category; 0 for none.' }),
  translation_of: integer({ description: 'The term in another language that this one translates.' }),
};
