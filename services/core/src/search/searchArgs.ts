import { list, text } from '@almanac/rest';
import { excludeArg, includeArg, pageArg, pagedArgs, searchArg } from '../requestArgs.ts';

export const SEARCH_TYPES = ['post', 'term', 'post-format'] as const;

/** The kinds of records that a search of posts finds. */
export const POST_SUBTYPES = ['post', 'page', 'cal_events'] as const;

/** The taxonomies that a search of terms finds. */
export const TERM_SUBTYPES = ['category', 'post_tag', 'cal_events_cat'] as const;

export type PostSubtype = (typeof POST_SUBTYPES)[number];
export type TermSubtype = (typeof TERM_SUBTYPES)[number];

/** Arguments of the search (docs/interface/core-search.md §1). */
export const searchArgs = {
  context: text({
    enum: ['view', 'embed'],
    default: 'view',
    description: 'The context; both show the same members.',
  }),
  page: pageArg,
  per_page: pagedArgs.per_page,
  search: searchArg,
  type: text({ enum: SEARCH_TYPES, default: 'post', description: 'Records, terms, or formats of posts.' }),
  subtype: list(text({ enum: [...POST_SUBTYPES, ...TERM_SUBTYPES, 'any'] }), {
    default: ['any'],
    description: 'Only records of these types, or terms of these taxonomies; those of another type count for nothing.',
  }),
  exclude: excludeArg,
  include: includeArg,
};
