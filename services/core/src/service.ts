import {
  categoryTreeRegistration,
  translationGroupRegistration,
  translationResultRegistration,
  writtenOf,
} from '@almanac/content-model';
import { publishUpcast } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import { collectionsOf } from '@almanac/event-sourcing';
import { popupCopyCollections } from '@almanac/pages/popups';
import type { Route } from '@almanac/rest';
import { type ErasureDeclaration, nothing, type RecordRegistration, type WrittenRecord } from '@almanac/service';
import { applicationPasswordRegistration } from './accounts/application-passwords/applicationPassword.ts';
import { passwordCollection } from './accounts/application-passwords/passwordCollection.ts';
import { passwordItem } from './accounts/application-passwords/passwordItem.ts';
import { deleteUserRoutes } from './accounts/deleteUserRoute.ts';
import { openIdRoutes } from './accounts/openid/openIdPages.ts';
import { ownAccountRoutes } from './accounts/own-account/accountPage.ts';
import { administrationRoutes } from './accounts/sign-in/administrationRoutes.ts';
import { createAttemptLimits } from './accounts/sign-in/attemptLimits.ts';
import { authenticateRoute } from './accounts/sign-in/authenticateRoute.ts';
import { passwordLinkRoutes } from './accounts/sign-in/passwordLinkRoutes.ts';
import { reauthenticationRoute } from './accounts/sign-in/reauthentication.ts';
import { secondStepCopies } from './accounts/sign-in/secondStepCopy.ts';
import type { AccountsCore } from './accounts/users/accountsCore.ts';
import { readUsers } from './accounts/users/readUsers.ts';
import { userRegistration } from './accounts/users/user.ts';
import { readOnlyUserNames, type UserNames } from './accounts/users/userNames.ts';
import { writeUsers } from './accounts/users/writeUsers.ts';
import { avatarRoute } from './avatars.ts';
import { commentRegistration } from './comments/comment.ts';
import { readComments } from './comments/readComments.ts';
import { writeComments } from './comments/writeComments.ts';
import { importKeys } from './imports/importKeys.ts';
import { ensureMedia } from './integration/ensureMedia.ts';
import { eventCopies } from './integration/eventCopies.ts';
import { mailRoute } from './integration/noticeMails.ts';
import { publishing as mapped } from './integration/publishing.ts';
import { readEditablePost } from './integration/readEditablePost.ts';
import { translationSources } from './integration/translationSources.ts';
import type { MediaCore } from './media/mediaPorts.ts';
import { mediumNames } from './media/mediaSlugs.ts';
import { type Medium, type MediumEvent, media, medium } from './media/medium.ts';
import { mediumFields } from './media/mediumFields.ts';
import { mediumUsage } from './media/mediumUsage.ts';
import { readMedia } from './media/readMedia.ts';
import { uploadMedium } from './media/uploadMedium.ts';
import { writeMedia } from './media/writeMedia.ts';
import { menuRegistration } from './menus/menu.ts';
import { menuItemRegistration } from './menus/menuItem.ts';
import { menuItemRoutes } from './menus/menuItemRoutes.ts';
import { menuLocationRoutes } from './menus/menuLocationRoutes.ts';
import { menuLocationsRegistration } from './menus/menuLocations.ts';
import { menuRoutes } from './menus/menuRoutes.ts';
import { pageTreeRegistration } from './posts/pageTree.ts';
import { postRegistration } from './posts/postRegistration.ts';
import { variants } from './posts/postVariant.ts';
import { readPosts } from './posts/readPosts.ts';
import { writePosts } from './posts/writePosts.ts';
import { autosaveRegistration } from './revisions/autosave.ts';
import { deleteRevision } from './revisions/deleteRevision.ts';
import { readAutosaves } from './revisions/readAutosaves.ts';
import { readRevisions } from './revisions/readRevisions.ts';
import { writeAutosave } from './revisions/writeAutosave.ts';
import { eventCategoryNames, eventTitles } from './search/searchCopies.ts';
import { searchRoute } from './search/searchRoute.ts';
import { settingsRoutes } from './settings/settingsRoutes.ts';
import { settingsRegistration } from './settings/siteSettings.ts';
import { ensureTags } from './terms/ensureTags.ts';
import { readTerms } from './terms/readTerms.ts';
import { taxonomies, termRegistrations } from './terms/term.ts';
import { writeTerms } from './terms/writeTerms.ts';
import { blockRendererRoute } from './types/blockRendererRoutes.ts';
import { blockTypeRoutes } from './types/blockTypeRoutes.ts';
import { statusRoutes } from './types/statusRoutes.ts';
import { taxonomyRoutes } from './types/taxonomyRoutes.ts';
import { themeRoutes } from './types/themeRoutes.ts';
import { typeRoutes } from './types/typeRoutes.ts';

// The parts of core: its records, its integration events, its routes, and the effects of erasing a person.

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
  pageTreeRegistration,
  commentRegistration,
  menuRegistration,
  menuItemRegistration,
  menuLocationsRegistration,
  autosaveRegistration,
  mediumRegistration,
  settingsRegistration,
  translationResultRegistration,
];

/** Registrations for processes that only build documents from events. */
export const registrations: readonly RecordRegistration[] = registrationsWith(readOnlyUserNames);

/** All collections of core, including copies of other services' data. */
export const collections: readonly Collection[] = [
  ...collectionsOf(registrations),
  eventCopies,
  eventTitles,
  eventCategoryNames,
  secondStepCopies,
  ...popupCopyCollections,
];

/** The events that core publishes, upcast to their current shape. */
export const publishing = publishUpcast(
  registrations.map(({ aggregate }) => aggregate),
  mapped,
);

/** The ports of all slices of core. */
export type WholeCore = AccountsCore & MediaCore;

/** The routes of core, in the order in which indexes list them. */
export const routesOf = (core: WholeCore): Route[] => {
  const limits = createAttemptLimits(core.limits);
  return [
    ...Object.values(variants).flatMap((variant) => [
      ...readPosts(core, variant),
      ...writePosts(core, variant),
      ...readRevisions(core, variant),
      ...readAutosaves(core, variant),
      writeAutosave(core, variant),
    ]),
    deleteRevision(core),
    ...readComments(core),
    ...writeComments(core),
    ...menuRoutes(core),
    ...menuItemRoutes(core),
    ...menuLocationRoutes(core),
    ...readMedia(core),
    mediumUsage(core),
    uploadMedium(core),
    ...writeMedia(core),
    ...taxonomies.flatMap((taxonomy) => [...readTerms(core, taxonomy), ...writeTerms(core, taxonomy)]),
    ...readUsers(core),
    ...writeUsers(core),
    ...deleteUserRoutes(core),
    avatarRoute(),
    ...passwordLinkRoutes(core),
    ...passwordCollection(core),
    ...passwordItem(core),
    authenticateRoute(core, limits),
    reauthenticationRoute(core),
    ...administrationRoutes(core, limits),
    ...openIdRoutes(core, limits),
    ...ownAccountRoutes(core, limits),
    ...typeRoutes(core),
    ...statusRoutes(core),
    ...taxonomyRoutes(core),
    ...blockTypeRoutes(core),
    blockRendererRoute(core),
    ...themeRoutes(core),
    searchRoute(core),
    ...settingsRoutes(core),
    ...importKeys(core),
    ensureTags(core),
    ensureMedia(core),
    readEditablePost(core),
    mailRoute(core),
    translationSources(core),
  ];
};

const content = nothing('it is content, which is deleted as content; it names users by their ids');
const fold = nothing('it is a fold of streams that hold nothing personal');
const withAccount = nothing('it goes with the account, which is deleted before');

/** The effect of `npm run ops -- erase user ID` on data stored by core (docs/architecture.md §2, Erasure). */
export const erasure: ErasureDeclaration = {
  categories: {
    user: { does: 'redacts' },
    applicationpassword: { does: 'redacts' },
    category: content,
    tag: content,
    categorytree: content,
    translations: content,
    post: content,
    pagetree: content,
    comment: { does: 'redacts' },
    menu: content,
    menuitem: content,
    menulocations: content,
    autosave: content,
    medium: content,
    settings: nothing('settings are of the site'),
    translationresult: nothing('it holds ids'),
  },
  collections: {
    users: { does: 'folds again' },
    'application-passwords': { does: 'folds again' },
    categories: fold,
    tags: fold,
    'category-trees': fold,
    'translation-groups': fold,
    posts: fold,
    'page-trees': fold,
    comments: { does: 'folds again' },
    menus: fold,
    'menu-items': fold,
    'menu-locations': fold,
    revisions: fold,
    autosaves: fold,
    media: fold,
    settings: fold,
    'translation-results': fold,
    'popup-copies': nothing('it says on which pages popups show'),
    'package-copies': nothing('it is a setting of the site'),
    'second-step-copies': nothing('it is a setting of the site'),
    'event-titles': nothing('titles of events are public content'),
    'event-category-names': nothing('they are public content'),
    'event-copies': nothing('what the calendar tells of events is public content'),
  },
  entries: {
    'account-password': withAccount,
    'application-password': withAccount,
    'application-password-use': withAccount,
    'openid-account': withAccount,
    'openid-identity': withAccount,
    'first-start': nothing('it holds when the first start began'),
    'import-key': nothing('it holds the id of a record'),
    'comment-writer': nothing('it holds addresses of a writer, and is gone after 90 days'),
    'comment-email': nothing('it holds a keyed hash of an address and the id of a comment, and is gone after 90 days'),
    'comments-of-deleted-posts': nothing('it holds ids, until the comments are deleted'),
    'dangling-media': nothing('it holds ids, until they are out of the records'),
    'dangling-references': nothing('it holds ids, until they are out of the records'),
    'password-link': nothing('it names a user by id, and is gone after a week'),
    'password-mail': nothing('it holds a name as typed, and is gone after an hour'),
    'pending-sign-in': nothing('it names a user by id, and is gone after ten minutes'),
    'private-key': nothing('it is random'),
    session: nothing('it names a user by id and their browser, is over with the account, and is gone after 14 days'),
    'unsettled-files': nothing('it holds paths of files, until their commit is found'),
  },
  topic: { does: 'loses its key' },
};
