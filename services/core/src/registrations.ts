import {
  categoryTreeRegistration,
  slugNames,
  translationGroupRegistration,
  translationResultRegistration,
} from '@almanac/content-model';
import type { RecordRegistration, WrittenRecord } from '@almanac/service';
import { applicationPasswordRegistration } from './accounts/application-passwords/applicationPassword.ts';
import { userRegistration } from './accounts/users/user.ts';
import { keylessNames, type UserNames } from './accounts/users/userNames.ts';
import { mediumNames } from './media/mediaSlugs.ts';
import { type Medium, type MediumEvent, media, medium } from './media/medium.ts';
import { type Post, type PostEvent, post, posts } from './posts/post.ts';
import { mayEditPost } from './posts/postAccess.ts';
import { deriveRevisions, revisions } from './posts/revision.ts';
import { autosaveRegistration } from './revisions/autosave.ts';
import { settingsRegistration } from './settings/siteSettings.ts';
import { termRegistrations } from './terms/term.ts';

/** Post in the history of operators, who may restore it. */
const writtenPost: WrittenRecord<Post> = {
  route: '/core/v2/posts/{id}',
  secret: ['password'],
  references: { author: 'user', featured_media: 'medium', categories: 'category', tags: 'tag' },
  name: ({ title }) => title,
  members: (state) => ({
    date_gmt: state.dateUtc,
    slug: state.slug,
    status: state.status,
    password: state.password,
    title: state.title,
    content: state.content,
    excerpt: state.excerpt,
    author: state.author,
    featured_media: state.image,
    comment_status: state.commentStatus,
    ping_status: state.pingStatus,
    format: state.format,
    meta: state.meta,
    sticky: state.sticky,
    template: state.template,
    categories: state.categories,
    tags: state.tags,
  }),
};

const postRegistration: RecordRegistration<Post, PostEvent> = {
  aggregate: post,
  collection: posts,
  isGone: (state) => state.deleted,
  names: (state) => slugNames('post', state),
  written: writtenPost,
  mayEdit: mayEditPost,
  more: { collection: revisions, derive: deriveRevisions },
};

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

const mediumRegistration: RecordRegistration<Medium, MediumEvent> = {
  aggregate: medium,
  collection: media,
  isGone: (state) => state.deleted,
  names: mediumNames,
  written: writtenMedium,
};

/** Registrations of core's aggregates for commands, which update the unique names of users. */
export const registrationsWith = (names: Pick<UserNames, 'of'>): readonly RecordRegistration[] => [
  userRegistration(names),
  applicationPasswordRegistration,
  ...termRegistrations,
  categoryTreeRegistration,
  translationGroupRegistration,
  postRegistration,
  autosaveRegistration,
  mediumRegistration,
  settingsRegistration,
  translationResultRegistration,
];

/** Registrations for processes that only build documents from events. */
export const registrations: readonly RecordRegistration[] = registrationsWith(keylessNames);
