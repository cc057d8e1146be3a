import type { RecordRegistration, WrittenRecord } from '@almanac/service';
import { mediumNames } from './mediaSlugs.ts';
import { type Medium, type MediumEvent, media, medium } from './medium.ts';

/** Medium in the history of operators, who may restore it; its files never change. */
const writtenMedium: WrittenRecord<Medium> = {
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

export const mediumRegistration: RecordRegistration<Medium, MediumEvent> = {
  aggregate: medium,
  collection: media,
  isGone: (state) => state.deleted,
  names: mediumNames,
  written: writtenMedium,
};
