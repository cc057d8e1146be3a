import type { ResourceSchema } from '@almanac/rest';
import { actionLinks, readOnly, renderedText, resourceSchema, written } from '../schemas.ts';
import { writeArgs } from './postArgs.ts';
import { actionRelations } from './postLinks.ts';

/** The published schema of posts, in the order of its members (docs/interface/core-posts.md §2.1). */
export const postSchema: ResourceSchema = resourceSchema(
  'post',
  {
    date: written(writeArgs.date, 'vem'),
    date_gmt: written(writeArgs.date_gmt, 've'),
    guid: readOnly('object', 've', renderedText),
    id: readOnly('integer', 'vem'),
    link: readOnly('string', 'vem', { format: 'uri' }),
    modified: readOnly('string', 've', { format: 'date-time' }),
    modified_gmt: readOnly('string', 've', { format: 'date-time' }),
    slug: written(writeArgs.slug, 'vem'),
    status: written(writeArgs.status, 've'),
    type: readOnly('string', 'vem'),
    password: written(writeArgs.password, 'e'),
    permalink_template: readOnly('string', 'e'),
    generated_slug: readOnly('string', 'e'),
    class_list: readOnly('array', 've', { items: { type: 'string' } }),
    title: written(writeArgs.title, 'vem'),
    content: written(writeArgs.content, 've'),
    author: written(writeArgs.author, 'vem'),
    excerpt: written(writeArgs.excerpt, 'vem'),
    featured_media: written(writeArgs.featured_media, 'vem'),
    comment_status: written(writeArgs.comment_status, 've'),
    ping_status: written(writeArgs.ping_status, 've'),
    format: written(writeArgs.format, 've'),
    meta: written(writeArgs.meta, 've'),
    sticky: written(writeArgs.sticky, 've'),
    template: written(writeArgs.template, 've'),
    categories: written(writeArgs.categories, 've'),
    tags: written(writeArgs.tags, 've'),
  },
  actionLinks(actionRelations, '/core/v2/posts/{id}'),
);
