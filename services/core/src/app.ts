import { randomBytes, randomUUID } from 'node:crypto';
import {
  afterRules,
  FollowedRules,
  finishedJobs,
  noRules,
  publishAllDue,
  publishDueContent,
  withRules,
} from '@almanac/content-model';
import { publishable } from '@almanac/contracts';
import type { EffectsDefinition, RunningEffects } from '@almanac/effects';
import { createCommands, findWithDocuments } from '@almanac/event-sourcing';
import { createTexts } from '@almanac/i18n';
import {
  consistencyTokenAt,
  createEpochs,
  type RunningSubscription,
  repeatWhileLeased,
  runAll,
  WAIT_FOR_HEADER,
  waitFor,
} from '@almanac/messaging';
import { createGuessBounds, pageCatalogues } from '@almanac/pages';
import { popupCopies } from '@almanac/pages/popups';
import { createRestApp, restCatalogues } from '@almanac/rest';
import {
  afterSettings,
  createFetchEmbedded,
  type OutsideService,
  readPublicPolicy,
  type ServiceApp,
  type ServiceDefinition,
  type ServicePorts,
  siteLanguages,
} from '@almanac/service';
import packageJson from '../package.json' with { type: 'json' };
import { createAccounts } from './accounts/accounts.ts';
import { type FirstCredentials, finishFirstStart, firstStart } from './accounts/firstStart.ts';
import { createOpenId } from './accounts/openid/identityProvider.ts';
import { readOpenIdSettings } from './accounts/openid/openIdSettings.ts';
import { startFirstPasswords } from './accounts/sign-in/firstPasswords.ts';
import {
  createPasswordMails,
  type PasswordMailSettings,
  passwordMailEffects,
  readPasswordMailSettings,
} from './accounts/sign-in/passwordMails.ts';
import { checkReauthentication } from './accounts/sign-in/reauthentication.ts';
import { SECOND_STEP_SOURCES, secondStepCopy } from './accounts/sign-in/secondStepCopy.ts';
import { namesKey } from './accounts/users/namesKey.ts';
import type { OpenId } from './accounts/users/openIdPort.ts';
import { createPrivateHashes } from './accounts/users/privateHashes.ts';
import { createUserNames } from './accounts/users/userNames.ts';
import type { Core } from './core.ts';
import { EVENT_SOURCES, eventCopiesFrom, termsOfEvent } from './integration/eventCopies.ts';
import { laterTermVersions } from './integration/laterVersions.ts';
import { navigationUpdates } from './integration/navigation.ts';
import { NOTICE, noticeMailHandler, noticeMails } from './integration/noticeMails.ts';
import { ownerOfTranslations } from './integration/writtenTranslations.ts';
import { contentImages } from './media/contentImages.ts';
import { createFeaturedImages } from './media/featuredImage.ts';
import { cleanUpUnsettledFiles } from './media/files/unsettledFiles.ts';
import { mediaOnDisk } from './media/mediaOnDisk.ts';
import { mediaOnS3, readS3Settings } from './media/mediaOnS3.ts';
import type { MediaCore, MediaPorts } from './media/mediaPorts.ts';
import { createQueue } from './media/renditions/oneByOne.ts';
import { withUploads } from './media/serving/uploads.ts';
import { catalogues } from './messages/catalogues.ts';
import { pageRoutes } from './pages/pageRoutes.ts';
import { createNamingPosts } from './posts/postAccess.ts';
import { postKind } from './posts/postKind.ts';
import { siteOf, writtenPosts } from './posts/postWriting.ts';
import { createReferences, runCleanupTask } from './references/references.ts';
import { searchCopies } from './search/searchCopies.ts';
import {
  collections,
  erasure,
  publishing,
  registrations,
  registrationsWith,
  routesOf,
  type WholeCore,
} from './service.ts';
import { createSettings, ensureSettings } from './settings/createSettings.ts';
import { followOwnSettings } from './settings/currentSettings.ts';
import { createDefaultCategory } from './terms/defaultCategory.ts';

interface Surroundings
  extends Pick<Core, 'settings'>,
    Partial<Pick<Core, 'waitForCopies'>>,
    Partial<Pick<WholeCore, 'passwordMails' | 'openId'>> {
  readonly rules?: Pick<FollowedRules, 'current'>;
}

/** Creates core: the ports shared by its slices, and those by which they query one another. */
export const composeCore = (
  ports: ServicePorts,
  media: MediaPorts,
  {
    settings,
    waitForCopies = async () => undefined,
    passwordMails,
    openId,
    rules = { current: () => noRules },
  }: Surroundings,
): WholeCore => {
  const { store, documents, entries, now } = ports;
  const languages = withRules(siteLanguages(settings), () => rules.current());
  const names = createUserNames(() => namesKey(entries, randomBytes));
  const ofPosts = createNamingPosts(documents);
  const namingPosts: Core['namingPosts'] = {
    ...ofPosts,
    termsOf: async (request, id) =>
      (await ofPosts.termsOf(request, id)) ?? termsOfEvent({ documents, waitForCopies }, request, id),
  };
  return {
    ...ports,
    settings,
    languages,
    waitForCopies,
    passwordMails,
    openId,
    texts: createTexts(catalogues, restCatalogues),
    pageTexts: createTexts(catalogues, pageCatalogues),
    commands: createCommands({
      store,
      documents,
      registrations: registrationsWith(names),
      now,
      check: publishable(publishing),
    }),
    accounts: createAccounts(ports, namingPosts),
    namingPosts,
    featuredImages: createFeaturedImages(documents),
    contentImages: (site, items) => contentImages(documents, site, items),
    references: createReferences({ documents, entries, languages, settings, now }),
    names,
    accountPasswords: createPrivateHashes(entries, 'account-password'),
    applicationSecrets: createPrivateHashes(entries, 'application-password'),
    checkReauthentication: (principal) => checkReauthentication(ports, principal),
    media: { ...media, queue: createQueue(), uploads: ports.limits('upload') },
    epochAt: createEpochs(entries),
    random: randomBytes,
    newId: randomUUID,
  };
};

const DUE_WORK_LEASE = 'core.due-work';
const DUE_WORK_EVERY_MS = 1_000;
/** Number of turns between two checks of unsettled files. */
const TURNS_BETWEEN_FILE_CHECKS = 300;

/** Publishes scheduled posts that are due. */
const publishDuePosts = (core: Core): Promise<number> =>
  publishAllDue(core, { ...postKind, publish: (unit, id) => publishDueContent(unit, writtenPosts, siteOf(core), id) });

/**
 * Runs due work at once and every second, in the process that holds the lease (docs/architecture.md §2). Ends with the
 * signal.
 */
export const runDueWork = (core: MediaCore, signal: AbortSignal): Promise<void> => {
  let turn = 0;
  return repeatWhileLeased(
    core,
    { name: DUE_WORK_LEASE, holder: core.newId(), rest: DUE_WORK_EVERY_MS, signal },
    (working) =>
      runAll([
        () => publishDuePosts(core),
        () => runCleanupTask(core, working),
        async () => turn++ % TURNS_BETWEEN_FILE_CHECKS === 0 && cleanUpUnsettledFiles({ ...core, ...core.media }),
      ]),
  );
};

/** The effects that send mails: links that set passwords, and news of other services. */
const mailEffects = (core: WholeCore, mailing: PasswordMailSettings): EffectsDefinition => {
  const links = passwordMailEffects(core, mailing);
  return {
    ...links,
    others: ['calendar'],
    handlers: { ...links.handlers, [NOTICE]: noticeMailHandler(core, mailing) },
  };
};

export type { FirstCredentials };

export interface CoreApp extends ServiceApp {
  /** Credentials of the administrator created by a first start without site file, to be shown once. */
  firstCredentials(): FirstCredentials | undefined;
  /** Records that they were shown and that the site has its sample: the next start shows none. */
  finishFirstStart(): Promise<void>;
}

/** Creates core: posts, media, terms, accounts. */
export const createCore = (
  ports: ServicePorts,
  media: MediaPorts,
  mailing?: PasswordMailSettings,
  openId?: OpenId,
): CoreApp => {
  const settings = followOwnSettings(ports);
  const rules = new FollowedRules('core', ports);
  let copies: RunningSubscription | undefined;
  let translations: RunningSubscription | undefined;
  let secondStep: RunningSubscription | undefined;
  let popups: RunningSubscription | undefined;
  let laterVersions: RunningSubscription | undefined;
  let navigation: RunningSubscription | undefined;
  let search: RunningSubscription | undefined;
  const waitForCopies: WholeCore['waitForCopies'] = async ({ headers }) => {
    const token = headers[WAIT_FOR_HEADER];
    if (copies !== undefined) await waitFor(copies, EVENT_SOURCES, token);
    if (search !== undefined) await waitFor(search, EVENT_SOURCES, token);
    if (secondStep !== undefined) await waitFor(secondStep, SECOND_STEP_SOURCES, token);
  };
  let notices: RunningSubscription | undefined;
  let mails: RunningEffects | undefined;
  const runningMails = (): RunningEffects => {
    if (mails === undefined) throw new Error('core has not started');
    return mails;
  };
  const passwordMails =
    mailing && createPasswordMails({ ...ports, newId: randomUUID, random: randomBytes }, runningMails);
  const core = composeCore(ports, media, { settings, waitForCopies, passwordMails, openId, rules });
  const ending = new AbortController();
  let first: FirstCredentials | undefined;
  let dueWork: Promise<void> | undefined;
  let firstPasswords: ReturnType<typeof startFirstPasswords> | undefined;
  const rest = createRestApp({
    ...core,
    service: 'core',
    version: packageJson.version,
    routes: [...routesOf(core), ...pageRoutes(core)].map(createGuessBounds(core)),
    findCommit: findWithDocuments({ ...ports, registrations }),
    fetchEmbedded: createFetchEmbedded('core', ports.fetchInternal),
    consistencyTokenAt: consistencyTokenAt('core', { store: core.store, publishing, epochAt: core.epochAt }),
  });
  return {
    name: 'core',
    listener: afterSettings(settings, afterRules(rules, withUploads({ files: media.files, log: core.log }, rest))),
    publishing,
    registrations,
    dueWork: [DUE_WORK_LEASE],
    start: async () => {
      first = await firstStart(core, async (unit) => {
        await createDefaultCategory(unit, core);
        await createSettings(unit, core);
      });
      await ensureSettings(core);
      await settings.start();
      await rules.start();
      secondStep = await core.bus.subscribe(secondStepCopy(core.documents));
      popups = await core.bus.subscribe(popupCopies('core', core.documents));
      copies = await core.bus.subscribe(eventCopiesFrom(core));
      search = await core.bus.subscribe(searchCopies(core.documents));
      translations = await core.bus.subscribe(finishedJobs(ownerOfTranslations(core)));
      laterVersions = await core.bus.subscribe(laterTermVersions(core));
      navigation = await core.bus.subscribe(navigationUpdates(core));
      mails = mailing && ports.effects.run(mailEffects(core, mailing));
      notices = await core.bus.subscribe(noticeMails(core, mailing, runningMails));
      dueWork = runDueWork(core, ending.signal);
      firstPasswords = startFirstPasswords(core);
    },
    stop: async () => {
      ending.abort();
      await Promise.all([
        settings.stop(),
        rules.stop(),
        copies?.stop(),
        secondStep?.stop(),
        popups?.stop(),
        translations?.stop(),
        laterVersions?.stop(),
        navigation?.stop(),
        notices?.stop(),
        mails?.stop(),
        search?.stop(),
        firstPasswords?.stop(),
      ]);
      await dueWork;
    },
    firstCredentials: () => first,
    finishFirstStart: () => finishFirstStart(core),
  };
};

/** Definition of core for starters and operators' commands. All replicas share the same media folder, or bucket. */
export const definition: ServiceDefinition<CoreApp> = {
  name: 'core',
  version: packageJson.version,
  collections,
  registrations,
  erasure,
  create: (ports, own) => {
    const { MEDIA_FOLDER: folder = './media' } = own;
    const policy = readPublicPolicy(own);
    const options = { folder, policy };
    const bucket = readS3Settings(own);
    const { media, outside } = bucket === undefined ? { media: mediaOnDisk(options) } : mediaOnS3(bucket, options);
    const provider = readOpenIdSettings(own);
    const openId = provider && createOpenId(provider, { policy, now: ports.now });
    const asked: OutsideService[] = [
      ...(outside === undefined ? [] : [outside]),
      ...(openId === undefined ? [] : [{ setting: 'OIDC_ISSUER', complaint: openId.check }]),
    ];
    return { ...createCore(ports, media, readPasswordMailSettings(own), openId), outside: async () => asked };
  },
};
