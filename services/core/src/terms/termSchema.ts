import type { ResourceSchema } from '@almanac/rest';
import { resourceSchema, shown, written } from '../schemas.ts';
import { type Taxonomy, taxonomies } from './term.ts';
import { writeArgs } from './termArgs.ts';

/** The published schema of a taxonomy's terms (docs/interface/core-terms.md §3). */
export const termSchema = ({ slug, hierarchical }: Taxonomy): ResourceSchema =>
  resourceSchema(slug === 'post_tag' ? 'tag' : slug, {
    id: shown('integer', 'vem'),
    count: shown('integer', 've'),
    description: written(writeArgs.description, 've'),
    link: shown('string', 'vem', { format: 'uri' }),
    name: { ...written(writeArgs.name, 'vem'), required: true },
    slug: written(writeArgs.slug, 'vem'),
    taxonomy: shown('string', 'vem', { enum: taxonomies.map((each) => each.slug) }),
    ...(hierarchical ? { parent: written(writeArgs.parent, 've') } : {}),
    meta: shown('object', 've'),
  });
