import { randomBytes, randomUUID } from 'node:crypto';
import { createCommands } from '@almanac/aggregates';
import { publishable, publishUpcast } from '@almanac/contracts';
import { createTexts } from '@almanac/i18n';
import { createEpochs } from '@almanac/messaging';
import { pageCatalogues } from '@almanac/pages';
import { restCatalogues } from '@almanac/rest';
import type { ServicePorts } from '@almanac/service';
import { siteLanguages } from '@almanac/settings';
import { createAccounts } from './accounts/accounts.ts';
import type { AccountsCore } from './accounts/users/accountsCore.ts';
import { namesKey } from './accounts/users/namesKey.ts';
import { createPrivateHashes } from './accounts/users/privateHashes.ts';
import { createUserNames } from './accounts/users/userNames.ts';
import type { Core } from './core.ts';
import { publishing as mapped } from './integration/publishing.ts';
import { contentImages } from './media/contentImages.ts';
import { createFeaturedImages } from './media/featuredImage.ts';
import type { MediaCore, MediaPorts } from './media/mediaPorts.ts';
import { createQueue } from './media/renditions/oneByOne.ts';
import { catalogues } from './messages/catalogues.ts';
import { createNamingPosts } from './posts/readModels/namingPosts.ts';
import { createReferences } from './references/references.ts';
import { registrations as known, registrationsWith } from './registrations.ts';

/** What core tells others, of events in today's form. */
export const publishing = publishUpcast(
  known.map(({ aggregate }) => aggregate),
  mapped,
);

/** Core with what only some of its slices see. */
export type WholeCore = AccountsCore & MediaCore;

/** Puts core together: what its slices share, and the ports by which they ask one another. */
export const composeCore = (ports: ServicePorts, media: MediaPorts, settings: Core['settings']): WholeCore => {
  const { store, documents, records, now } = ports;
  const languages = siteLanguages(settings);
  const names = createUserNames(() => namesKey(records, randomBytes));
  const registrations = registrationsWith(names);
  const namingPosts = createNamingPosts(documents);
  return {
    ...ports,
    settings,
    languages,
    texts: createTexts(catalogues, restCatalogues),
    pageTexts: createTexts(catalogues, pageCatalogues),
    commands: createCommands({ store, documents, registrations, now, check: publishable(publishing) }),
    accounts: createAccounts(documents, namingPosts),
    namingPosts,
    featuredImages: createFeaturedImages(documents),
    contentImages: (site, items) => contentImages(documents, site, items),
    references: createReferences({ documents, records, languages, settings }),
    names,
    accountPasswords: createPrivateHashes(records, 'account-password'),
    applicationSecrets: createPrivateHashes(records, 'application-password'),
    media: { ...media, queue: createQueue() },
    epochAt: createEpochs(records),
    random: randomBytes,
    newId: randomUUID,
  };
};
