import type { Route } from '@almanac/rest';
import { passwordCollection } from './accounts/application-passwords/passwordCollection.ts';
import { passwordItem } from './accounts/application-passwords/passwordItem.ts';
import { consoleRoutes } from './accounts/console/consoleRoutes.ts';
import { deleteUserRoutes } from './accounts/deleteUserRoute.ts';
import { ownAccountRoutes } from './accounts/own-account/accountPage.ts';
import { administrationRoutes } from './accounts/sign-in/administrationRoutes.ts';
import { createAttemptLimits } from './accounts/sign-in/attemptLimits.ts';
import { authenticateRoute } from './accounts/sign-in/authenticateRoute.ts';
import { readUsers } from './accounts/users/readUsers.ts';
import { writeUsers } from './accounts/users/writeUsers.ts';
import type { WholeCore } from './composeCore.ts';
import { ensureMedia } from './integration/ensureMedia.ts';
import { readEditablePost } from './integration/readEditablePost.ts';
import { translationSources } from './integration/translationSources.ts';
import { readMedia } from './media/readMedia.ts';
import { uploadMedium } from './media/uploadMedium.ts';
import { writeMedia } from './media/writeMedia.ts';
import { readPosts } from './posts/readPosts.ts';
import { writePosts } from './posts/writePosts.ts';
import { deleteRevision } from './revisions/deleteRevision.ts';
import { readAutosaves } from './revisions/readAutosaves.ts';
import { readRevisions } from './revisions/readRevisions.ts';
import { writeAutosave } from './revisions/writeAutosave.ts';
import { settingsRoutes } from './settings/settingsRoutes.ts';
import { ensureTags } from './terms/ensureTags.ts';
import { readTerms } from './terms/readTerms.ts';
import { taxonomies } from './terms/term.ts';
import { writeTerms } from './terms/writeTerms.ts';
import { statusRoutes } from './types/statusRoutes.ts';
import { taxonomyRoutes } from './types/taxonomyRoutes.ts';
import { typeRoutes } from './types/typeRoutes.ts';

/** Returns all routes of core, in the order in which indexes list them. */
export const routesOf = (core: WholeCore): Route[] => {
  const limits = createAttemptLimits(core.limits);
  return [
    ...readPosts(core),
    ...writePosts(core),
    ...readRevisions(core),
    deleteRevision(core),
    ...readAutosaves(core),
    writeAutosave(core),
    ...readMedia(core),
    uploadMedium(core),
    ...writeMedia(core),
    ...taxonomies.flatMap((taxonomy) => [...readTerms(core, taxonomy), ...writeTerms(core, taxonomy)]),
    ...readUsers(core),
    ...writeUsers(core),
    ...deleteUserRoutes(core),
    ...passwordCollection(core),
    ...passwordItem(core),
    authenticateRoute(core, limits),
    ...administrationRoutes(core, limits),
    ...consoleRoutes(core, limits),
    ...ownAccountRoutes(core, limits),
    ...typeRoutes(core),
    ...statusRoutes(core),
    ...taxonomyRoutes(core),
    ...settingsRoutes(core),
    ensureTags(core),
    ensureMedia(core),
    readEditablePost(core),
    translationSources(core),
  ];
};
