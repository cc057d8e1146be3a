import type { WrittenRecord } from '@almanac/service';
import type { Medium } from './medium.ts';

/** A medium as operators see it and bring it back; its files never change. */
export const writtenMedium: WrittenRecord<Medium> = {
  route: '/core/v2/media/{id}',
  references: { author: 'user', featured_media: 'medium', post: 'post' },
  name: ({ title }) => title,
  members: (state) => ({
    date_gmt: state.dateUtc,
    slug: state.slug,
    status: state.status,
    title: state.title,
    author: state.author,
    featured_media: state.image,
    comment_status: state.commentStatus,
    ping_status: state.pingStatus,
    meta: state.meta,
    template: state.template,
    alt_text: state.alt,
    caption: state.caption,
    description: state.description,
    post: state.parent,
  }),
};
