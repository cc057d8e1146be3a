import type { Route } from '@almanac/rest';
import { authenticateRoute } from './accounts/authenticateRoute.ts';
import { deleteUserRoutes } from './accounts/deleteUserRoute.ts';
import { readUsers } from './accounts/readUsers.ts';
import { writeUsers } from './accounts/writeUsers.ts';
import { passwordCollection } from './application-passwords/passwordCollection.ts';
import { passwordItem } from './application-passwords/passwordItem.ts';
import { readAutosaves } from './autosaves/readAutosaves.ts';
import { writeAutosave } from './autosaves/writeAutosave.ts';
import type { Core } from './core.ts';
import { ensureMedium } from './media/ensureMedium.ts';
import { readMedia } from './media/readMedia.ts';
import { uploadMedium } from './media/uploadMedium.ts';
import { writeMedia } from './media/writeMedia.ts';
import { readPosts } from './posts/readPosts.ts';
import { writePosts } from './posts/writePosts.ts';
import { deleteRevision } from './revisions/deleteRevision.ts';
import { readRevisions } from './revisions/readRevisions.ts';
import { settingsRoutes } from './settings/settingsRoutes.ts';
import { administrationRoutes } from './sign-in/administrationRoutes.ts';
import { createAttemptLimits } from './sign-in/attemptLimits.ts';
import { ensureTags } from './terms/ensureTags.ts';
import { readTerms } from './terms/readTerms.ts';
import { taxonomies } from './terms/term.ts';
import { writeTerms } from './terms/writeTerms.ts';
import { statusRoutes } from './types/statusRoutes.ts';
import { taxonomyRoutes } from './types/taxonomyRoutes.ts';
import { typeRoutes } from './types/typeRoutes.ts';

/** Everything that core serves, in the order in which indexes name it. */
export const routesOf = (core: Core): Route[] => [
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
  ...typeRoutes(core),
  ...statusRoutes(core),
  ...taxonomyRoutes(core),
  ...settingsRoutes(core),
  ...signInRoutes(core),
  ensureTags(core),
  ensureMedium(core),
];

const signInRoutes = (core: Core): Route[] => {
  const limits = createAttemptLimits();
  return [authenticateRoute(core, limits), ...administrationRoutes(core, limits)];
};
