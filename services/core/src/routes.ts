import type { Route } from '@almanac/rest';
import { accountRoutes } from './accounts/accountRoutes.ts';
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

/** Everything that core serves, in the order in which indexes name it. */
export const routesOf = (core: WholeCore): Route[] => [
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
  ...accountRoutes(core),
  ...typeRoutes(core),
  ...statusRoutes(core),
  ...taxonomyRoutes(core),
  ...settingsRoutes(core),
  ensureTags(core),
  ensureMedia(core),
  readEditablePost(core),
  translationSources(core),
];
