import {
  categoryTreeRegistration,
  slugNames,
  translationGroupRegistration,
  translationResultRegistration,
} from '@almanac/content-model';
import type { RecordRegistration } from '@almanac/service';
import { applicationPasswordRegistration } from './accounts/application-passwords/applicationPassword.ts';
import { userRegistration } from './accounts/users/user.ts';
import { keylessNames, type UserNames } from './accounts/users/userNames.ts';
import { mediumNames } from './media/mediaSlugs.ts';
import { type Medium, type MediumEvent, media, medium } from './media/medium.ts';
import { writtenMedium } from './media/writtenMedium.ts';
import { type Post, type PostEvent, post, posts } from './posts/post.ts';
import { mayEditPost } from './posts/postAccess.ts';
import { deriveRevisions, revisions } from './posts/revision.ts';
import { writtenPost } from './posts/writtenPost.ts';
import { autosaveRegistration } from './revisions/autosave.ts';
import { settingsRegistration } from './settings/siteSettings.ts';
import { termRegistrations } from './terms/term.ts';

const postRegistration: RecordRegistration<Post, PostEvent> = {
  aggregate: post,
  collection: posts,
  isGone: (state) => state.deleted,
  names: (state) => slugNames('post', state),
  written: writtenPost,
  mayEdit: mayEditPost,
  more: { collection: revisions, derive: deriveRevisions },
};

const mediumRegistration: RecordRegistration<Medium, MediumEvent> = {
  aggregate: medium,
  collection: media,
  isGone: (state) => state.deleted,
  names: mediumNames,
  written: writtenMedium,
};

/** Every aggregate of core with its documents, for commands: they move the unique names of users along. */
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

/** The same for what only makes documents of events. */
export const registrations: readonly RecordRegistration[] = registrationsWith(keylessNames);
