import type { ResourceSchema } from '@almanac/rest';
import { actionLinks, readOnly, renderedText, resourceSchema, written } from '../schemas.ts';
import { writeArgs } from './mediaArgs.ts';
import { actionRelations } from './mediaLinks.ts';

/** The published schema of media, in the order of its members (docs/interface/core-media.md §4). */
export const mediaSchema: ResourceSchema = resourceSchema(
  'attachment',
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
    permalink_template: readOnly('string', 'e'),
    generated_slug: readOnly('string', 'e'),
    class_list: readOnly('array', 've', { items: { type: 'string' } }),
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
    media_type: readOnly('string', 'vem', { enum: ['image', 'file'] }),
    mime_type: readOnly('string', 'vem'),
    media_details: readOnly('object', 'vem'),
    post: written(writeArgs.post, 've'),
    source_url: readOnly('string', 'vem', { format: 'uri' }),
    missing_image_sizes: readOnly('array', 'e', { items: { type: 'string' } }),
  },
  actionLinks(actionRelations, '/core/v2/media/{id}'),
);
