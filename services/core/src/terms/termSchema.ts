import type { ResourceSchema } from '@almanac/rest';
import { readOnly, resourceSchema, written } from '../schemas.ts';
import { type Taxonomy, taxonomies } from './term.ts';
import { writeArgs } from './termArgs.ts';

/** The published schema of a taxonomy's terms (docs/interface/core-terms.md §3). */
export const termSchema = ({ slug, hierarchical }: Taxonomy): ResourceSchema =>
  resourceSchema(slug === 'post_tag' ? 'tag' : slug, {
    id: readOnly('integer', 'vem'),
    count: readOnly('integer', 've'),
    description: written(writeArgs.description, 've'),
    link: readOnly('string', 'vem', { format: 'uri' }),
    name: { ...written(writeArgs.name, 'vem'), required: true },
    slug: written(writeArgs.slug, 'vem'),
    taxonomy: readOnly('string', 'vem', { enum: taxonomies.map((each) => each.slug) }),
    ...(hierarchical ? { parent: written(writeArgs.parent, 've') } : {}),
    meta: readOnly('object', 've'),
  });
