import { termFields as fields } from '@almanac/content-model';
import { integer, text } from '@almanac/rest';
import type { CoreTable } from '../fields.ts';

const { name, slug, description, parent } = fields;

/** The fields of categories and tags, in the order of their arguments (docs/interface/core-terms.md §4). */
export const termFields = {
  name: {
    ...name,
    v2: {
      name: 'name',
      arg: text({ required: true, onNull: 'accept', maxLength: name.maxLength, description: 'The name.' }),
      contexts: 'vem',
    },
  },
  slug: {
    ...slug,
    v2: {
      name: 'slug',
      arg: text({ onNull: 'accept', description: 'The name in addresses; made of the name if empty.' }),
      contexts: 'vem',
    },
  },
  description: {
    ...description,
    v2: {
      name: 'description',
      arg: text({ maxLength: description.maxLength, description: 'HTML that describes the term.' }),
      contexts: 've',
    },
  },
  /** Only categories have it. */
  parent: {
    ...parent,
    v2: {
      name: 'parent',
      arg: integer({ onNull: 'accept', description: 'The id of the parent category; 0 for none.' }),
      contexts: 've',
    },
  },
} as const satisfies CoreTable;
