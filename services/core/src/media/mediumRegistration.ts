import { writtenOf } from '@almanac/content-model';
import type { RecordRegistration, WrittenRecord } from '@almanac/service';
import { mediumNames } from './mediaSlugs.ts';
import { type Medium, type MediumEvent, media, medium } from './medium.ts';
import { mediumFields } from './mediumFields.ts';

/** Medium in the history of operators, who may restore it; its files never change. */
const writtenMedium: WrittenRecord<Medium> = {
  route: '/core/v2/media/{id}',
  references: { author: 'user', featured_media: 'medium', post: 'post' },
  name: ({ title }) => title,
  members: (state) => ({
    date_gmt: state.dateUtc,
    slug: state.slug,
    status: state.status,
    ...writtenOf(mediumFields, 'v2', state),
  }),
};

export const mediumRegistration: RecordRegistration<Medium, MediumEvent> = {
  aggregate: medium,
  collection: media,
  isGone: (state) => state.deleted,
  names: mediumNames,
  written: writtenMedium,
};
