import type { ResourceSchema } from '@almanac/rest';
import { actionLinks, renderedText, resourceSchema, shown, written } from '../schemas.ts';
import { writeArgs } from './mediaArgs.ts';
import { actionRelations } from './mediaLinks.ts';

/** The published schema of media, in the order of its members (docs/interface/core-media.md §4). */
export const mediaSchema: ResourceSchema = resourceSchema(
  'attachment',
  {
    date: written(writeArgs.date, 'vem'),
    date_gmt: written(writeArgs.date_gmt, 've'),
    guid: shown('object', 've', renderedText),
    id: shown('integer', 'vem'),
    link: shown('string', 'vem', { format: 'uri' }),
    modified: shown('string', 've', { format: 'date-time' }),
    modified_gmt: shown('string', 've', { format: 'date-time' }),
    slug: written(writeArgs.slug, 'vem'),
    status: written(writeArgs.status, 've'),
    type: shown('string', 'vem'),
    permalink_template: shown('string', 'e'),
    generated_slug: shown('string', 'e'),
    class_list: shown('array', 've', { items: { type: 'string' } }),
    title: written(writeArgs.title, 'vem'),
    author: written(writeArgs.author, 'vem'),
    featured_media: written(writeArgs.featured_media, 'vem'),
    comment_status: written(writeArgs.comment_status, 've'),
    ping_status: written(writeArgs.ping_status, 've'),
    meta: written(writeArgs.meta, 've'),
    template: written(writeArgs.template, 've'),
    alt_text: written(writeArgs.alt_text, 'vem'),
    caption: written(writeArgs.caption, 'vem'),
    description: written(writeArgs.description, 've'),
    media_type: shown('string', 'vem', { enum: ['image', 'file'] }),
    mime_type: shown('string', 'vem'),
    media_details: shown('object', 'vem'),
    post: written(writeArgs.post, 've'),
    source_url: shown('string', 'vem', { format: 'uri' }),
    missing_image_sizes: shown('array', 'e', { items: { type: 'string' } }),
  },
  actionLinks(actionRelations, '/core/v2/media/{id}'),
);
