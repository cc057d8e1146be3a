import { publishUpcast } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import { collectionsOf } from '@almanac/event-sourcing';
import type { Route } from '@almanac/rest';
import { type ErasureDeclaration, nothing, type RecordRegistration } from '@almanac/service';
import { accountRoutes } from './account/accountRoutes.ts';
import { accountRegistration } from './account/siteAccount.ts';
import { customXmlRegistration } from './custom-xml/customXml.ts';
import { customXmlRoutes } from './custom-xml/customXmlRoutes.ts';
import { publishing as mapped } from './integration/publishing.ts';
import { xliffRoutes } from './job-files/xliffRoutes.ts';
import { assignRoutes } from './jobs/assignRoutes.ts';
import { batchRegistration } from './jobs/batch.ts';
import { batchRoutes } from './jobs/batchRoutes.ts';
import { finishedRoute } from './jobs/finishedRoute.ts';
import { jobRegistration } from './jobs/job.ts';
import { jobRoutes } from './jobs/jobRoutes.ts';
import { listRoute } from './jobs/listRoute.ts';
import { reviewRoute } from './jobs/reviewRoute.ts';
import { unitsRegistration } from './jobs/units.ts';
import { agencyRoutes } from './outside/agencyRoutes.ts';
import { downloadRoute } from './outside/downloadRoute.ts';
import { makeRoute } from './outside/makeRoute.ts';
import { oneJobRoutes } from './outside/oneJobRoutes.ts';
import { receiveRoute } from './outside/receiveRoute.ts';
import { retryRoute } from './outside/retryRoute.ts';
import { storeRoute } from './outside/storeRoute.ts';
import { syncRoute } from './outside/syncRoute.ts';
import { proxyRoute } from './proxy/proxyRoute.ts';
import { moRoutes } from './string-files/moRoutes.ts';
import { transferRoutes } from './string-files/transferRoutes.ts';
import { stringSettingsRegistration } from './string-settings/stringSettings.ts';
import { stringSettingsRoutes } from './string-settings/stringSettingsRoutes.ts';
import { stringRegistration } from './strings/siteString.ts';
import { stringRoutes } from './strings/stringRoutes.ts';
import type { Translation } from './translation.ts';
import { translatorRegistration } from './translators/translator.ts';
import { translatorRoutes } from './translators/translatorRoutes.ts';
import { userCopies } from './translators/userCopies.ts';

// The parts of translation: its records, its integration events, its routes, and the effects of erasing a person.

/** All aggregates of translation with their documents. */
export const registrations: readonly RecordRegistration[] = [
  translatorRegistration,
  stringRegistration,
  stringSettingsRegistration,
  batchRegistration,
  jobRegistration,
  unitsRegistration,
  customXmlRegistration,
  accountRegistration,
];

/** All collections of translation, including copies of other services' data. */
export const collections: readonly Collection[] = [...collectionsOf(registrations), userCopies];

/** The events that translation publishes, upcast to their current shape. */
export const publishing = publishUpcast(
  registrations.map(({ aggregate }) => aggregate),
  mapped,
);

/** The routes of translation, in the order in which indexes list them. */
export const routesOf = (translation: Translation): Route[] => [
  ...customXmlRoutes(translation),
  listRoute(translation),
  ...assignRoutes(translation),
  ...jobRoutes(translation),
  reviewRoute(translation),
  ...batchRoutes(translation),
  finishedRoute(translation),
  ...translatorRoutes(translation),
  ...xliffRoutes(translation),
  ...stringRoutes(translation),
  ...transferRoutes(translation),
  ...moRoutes(translation),
  ...stringSettingsRoutes(),
  storeRoute(translation),
  makeRoute(translation),
  ...oneJobRoutes(translation),
  syncRoute(translation),
  downloadRoute(translation),
  retryRoute(translation),
  receiveRoute(translation),
  ...accountRoutes(translation),
  ...agencyRoutes(translation),
  proxyRoute(translation),
];

const content = nothing('it is content of the site in two languages; it names users by their ids');

/** The effect of `npm run ops -- erase` on the data of translation (docs/architecture.md §2, Erasure). */
export const erasure: ErasureDeclaration = {
  categories: {
    string: nothing('it is a text of the site itself'),
    stringsettings: nothing('it is what the site does'),
    customxml: nothing('it is a configuration of the site'),
    translator: nothing('it is a number and languages'),
    account: nothing('it is the number of a user, the id that the account has given, and addresses of the site'),
    batch: content,
    job: content,
    jobunits: content,
  },
  collections: {
    'site-accounts': nothing('it is a fold of a stream that holds nothing personal'),
    'site-strings': nothing('it is a fold of streams that hold nothing personal'),
    'string-settings': nothing('it is a fold of streams that hold nothing personal'),
    'custom-xml': nothing('it is a configuration of the site'),
    translators: nothing('it is a fold of streams that hold nothing personal'),
    batches: content,
    // Erasure removes titles and addresses of organizers; translated texts are content and stay.
    jobs: { does: 'tells', event: 'calendar.erased.v1' },
    'job-units': content,
    'translation-memory': content,
    'user-copies': { does: 'tells', event: 'core.erased.v1' },
  },
  entries: {
    'agency-asked': nothing('it is a moment'),
    'engine-lock': nothing('it is a key of a minute'),
    'engine-sync': nothing('it is numbers of jobs, and gone after ten minutes'),
    'outside-round': nothing('it is the number of a job'),
    'sent-order': nothing('it is a digest and languages, and gone after a month'),
    'string-import': nothing('it is numbers under a digest of the request, and gone after a day'),
    'translation-texts': content,
    'translation-texts-kept': nothing('it is a moment'),
    'translation-texts-named': nothing('it is a digest'),
    'translation-texts-place': nothing('it is a position of the log'),
    'mo-file': nothing('it says how far a file was read'),
    'mo-generated': nothing('it says what a file was made of'),
    'mo-import': nothing('it is a lock'),
  },
  topic: nothing('published events carry ids and digests'),
};
