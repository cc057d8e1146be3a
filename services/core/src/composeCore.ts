import { randomBytes, randomUUID } from 'node:crypto';
import { type FollowedRules, noRules, withRules } from '@almanac/content-model';
import { publishable, publishUpcast } from '@almanac/contracts';
import { createCommands } from '@almanac/event-sourcing';
import { createTexts } from '@almanac/i18n';
import { createEpochs } from '@almanac/messaging';
import { pageCatalogues } from '@almanac/pages';
import { restCatalogues } from '@almanac/rest';
import { type ServicePorts, siteLanguages } from '@almanac/service';
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
import { receiveForms } from './media/uploadMedium.ts';
import { catalogues } from './messages/catalogues.ts';
import { createNamingPosts } from './posts/postAccess.ts';
import { createReferences } from './references/references.ts';
import { registrations as known, registrationsWith } from './registrations.ts';

/** The events that core publishes, upcast to their current shape. */
export const publishing = publishUpcast(
  known.map(({ aggregate }) => aggregate),
  mapped,
);

/** Core with the ports that only some of its slices use. */
export type WholeCore = AccountsCore & MediaCore;

interface Surroundings extends Pick<Core, 'settings'>, Partial<Pick<Core, 'waitForCopies'>> {
  readonly rules?: Pick<FollowedRules, 'current'>;
}

/** Creates core: the ports shared by its slices, and those by which they query one another. */
export const composeCore = (
  ports: ServicePorts,
  media: MediaPorts,
  { settings, waitForCopies = async () => undefined, rules = { current: () => noRules } }: Surroundings,
): WholeCore => {
  const { store, documents, entries, now } = ports;
  const languages = withRules(siteLanguages(settings), () => rules.current());
  const names = createUserNames(() => namesKey(entries, randomBytes));
  const registrations = registrationsWith(names);
  const namingPosts = createNamingPosts(documents);
  const core: Omit<WholeCore, 'receiveForm'> = {
    ...ports,
    settings,
    languages,
    waitForCopies,
    texts: createTexts(catalogues, restCatalogues),
    pageTexts: createTexts(catalogues, pageCatalogues),
    commands: createCommands({ store, documents, registrations, now, check: publishable(publishing) }),
    accounts: createAccounts(ports, namingPosts),
    namingPosts,
    featuredImages: createFeaturedImages(documents),
    contentImages: (site, items) => contentImages(documents, site, items),
    references: createReferences({ documents, entries, languages, settings, now }),
    names,
    accountPasswords: createPrivateHashes(entries, 'account-password'),
    applicationSecrets: createPrivateHashes(entries, 'application-password'),
    media: { ...media, queue: createQueue() },
    epochAt: createEpochs(entries),
    random: randomBytes,
    newId: randomUUID,
  };
  return { ...core, receiveForm: receiveForms(core) };
};
