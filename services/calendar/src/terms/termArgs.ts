import { argsOf, type RecordFields, termFields } from '@almanac/content-model';
import { anything, boolean, type Invalid, integer, invalid, text } from '@almanac/rest';
import { pagingArgs, requiredText, searchText, termList } from '../requestArgs.ts';

const words = (description: string) =>
  text({ description, check: (value) => (value.trim() === '' ? '{name} must not be empty.' : undefined) });

/** Arguments of the lists of categories and of tags (docs/interface/calendar.md §9). */
export const termListArgs = (perPage: () => number) => ({
  ...pagingArgs(perPage),
  search: searchText('Text that occurs in the name or the slug.'),
  exclude: termList('Terms to leave out, by id or slug.'),
  include: termList('The only terms to list, by id or slug.'),
  order: text({
    description: 'The direction of the order: asc or desc.',
    check: (value) => (/^(asc|desc)$/i.test(value) ? undefined : '{name} is neither asc nor desc.'),
  }),
  orderby: words('The field by which the list is ordered.'),
  hide_empty: boolean({ description: 'True if terms without events are left out.', default: true }),
  post: integer({ description: 'Terms of this event.' }),
  event: integer({ description: 'Terms of this event.' }),
  slug: words('The slug of the only term to list.'),
  password: text({ description: 'The password of the event whose terms are listed.', queryOnly: true }),
});

const idOrNone = (value: unknown): number | Invalid => {
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? id : invalid('{name} is no id.');
};

/** The argument that only the list of categories has. */
export const parentFilter = {
  parent: anything({
    description: 'Only direct children of this category.',
    parse: (value): number | Invalid => idOrNone(value),
    words: { type: 'integer' },
  }),
};

const { name, description, slug, parent } = termFields;

/** The fields of categories, in the order of their arguments (docs/interface/calendar.md §9). */
export const categoryFields = {
  name: { ...name, v1: { name: 'name', arg: requiredText('The name of the term.', name.maxLength) } },
  description: {
    ...description,
    v1: {
      name: 'description',
      arg: text({ maxLength: description.maxLength, description: 'The description of the term.' }),
    },
  },
  slug: { ...slug, v1: { name: 'slug', arg: text({ description: 'The slug of the term.' }) } },
  parent: {
    ...parent,
    v1: {
      name: 'parent',
      arg: anything({
        description: 'The id of the parent category; 0 for none.',
        // the empty text means the top level
        parse: (value): number | Invalid => (value === '' ? 0 : idOrNone(value)),
        words: { type: 'integer' },
      }),
    },
  },
} as const satisfies RecordFields<'v1'>;

/** The arguments of a new or changed category; an empty slug is derived from the name. */
export const categoryArgs = argsOf(categoryFields, 'v1');

const { parent: _, ...ofTags } = categoryArgs;

/** The arguments of a new or changed tag. */
export const tagArgs = ofTags;
