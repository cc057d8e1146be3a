import { randomInt, randomUUID } from 'node:crypto';
import { publishable } from '@almanac/contracts';
import type { RunningEffects } from '@almanac/effects';
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
import {
  createOutgoing,
  httpsPolicy,
  type Outgoing,
  type Policy,
  publicPolicy,
  type SlotLimits,
} from '@almanac/outgoing';
import { createRestApp, restCatalogues } from '@almanac/rest';
import {
  afterSettings,
  followSettings,
  readPublicPolicy,
  type ServiceApp,
  type ServiceDefinition,
  type ServicePorts,
} from '@almanac/service';
import packageJson from '../package.json' with { type: 'json' };
import { noProvider, readSocialProvider, type SocialProvider } from './builder/social/provider.ts';
import { renewToken, type SocialMisc } from './builder/social/tokens.ts';
import { createActivePackages } from './installer/packages/activePackages.ts';
import { noVendor, readVendor, type Vendor } from './installer/subscription/vendor.ts';
import { codeMails } from './login/codeMails.ts';
import { createPrivateEntries } from './login/privateEntries.ts';
import { slowFormerHashes } from './login/recoveryHashes.ts';
import { isSecondStepOn } from './login/secondStep.ts';
import type { SecondStepPorts } from './login/secondStepPorts.ts';
import { type SecondStepOutside, secondStepOutside } from './login/secondStepSettings.ts';
import { catalogues } from './messages/catalogues.ts';
import type { NeededPackages } from './misc.ts';
import { EMBED_SOURCES, embedCopies } from './oembed/embeds/embedCopies.ts';
import { knownProviders, type Providers } from './oembed/providers/allowList.ts';
import { createFeed, FEED_SOURCES } from './ops/feed/feed.ts';
import type { FeedMisc } from './ops/feed/feedRoutes.ts';
import { FeedStreams } from './ops/feed/feedStreams.ts';
import { HookDeliveries } from './ops/webhooks/deliveries.ts';
import { INTAKE, type RunningHooks, startHooks } from './ops/webhooks/hooks.ts';
import { outsideServicesInUse, type PackagedOutside, readOutsideServices } from './outsideServices.ts';
import { createVisitCounter } from './popup/visits/countVisits.ts';
import { createDroppedVisits } from './popup/visits/droppedVisits.ts';
import { createVisitors } from './popup/visits/visitor.ts';
import { collections, erasure, publishing, registrations, routesOf, type WholeMisc } from './service.ts';

/** Settings of the operator, and parts that specs replace. */
export interface MiscOptions extends SecondStepOutside {
  /** The addresses that look-ups and webhooks may reach; default: public ones. */
  readonly policy?: Policy;
  /** HTTP client of look-ups and webhooks; by default one for each. */
  readonly outgoing?: Outgoing;
  /** Default: the built-in list. */
  readonly providers?: Providers;
  /** Default: `second-step`, while any user needs the step. */
  readonly neededPackages?: NeededPackages;
  /** Default: none. */
  readonly vendor?: Vendor;
  /** Provider of the social feed; default: none. */
  readonly socialProvider?: SocialProvider;
  /** Configured services outside the site; default: none. */
  readonly outside?: readonly PackagedOutside[];
}

/** Copies of other services' data, updated by the running service. */
export type Following = Pick<FeedMisc, 'settings' | 'waitForCopies' | 'waitForFeed'>;

/** Functions that are true while a package must not be switched off, by package (docs/interface/installer.md §1). */
const neededPackages: NeededPackages = new Map([['second-step', isSecondStepOn]]);

/** Outgoing connections of look-ups: more than one person may request in a minute. */
const LOOK_UP_PLACES: SlotLimits = { running: 64, waiting: 64 };
/** Outgoing connections of webhooks. A receiver uses up to four; slow receivers must not delay the others. */
const HOOK_PLACES: SlotLimits = { running: 400, waiting: 4_000 };

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const newSecret = (): string => Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Creates misc: its slices, and the ports by which they query one another. */
export const composeMisc = (ports: ServicePorts, following: Following, options: MiscOptions = {}): WholeMisc => {
  const packages = createActivePackages(ports);
  const feed = createFeed({ ...ports, settings: following.settings });
  const commands = createCommands({ ...ports, registrations, check: publishable(publishing) });
  const { policy = publicPolicy() } = options;
  return {
    ...ports,
    ...following,
    countVisit: createVisitCounter({ ...ports, commands, newId: randomUUID }),
    droppedVisits: createDroppedVisits(ports),
    knowVisitor: createVisitors(ports),
    commands,
    texts: createTexts(catalogues, restCatalogues),
    outgoing: options.outgoing ?? createOutgoing({ places: LOOK_UP_PLACES, policy }),
    hookOutgoing: options.outgoing ?? createOutgoing({ places: HOOK_PLACES, policy: httpsPolicy(policy) }),
    providers: options.providers ?? knownProviders(),
    packages,
    mail: options.mail,
    mfaApp: options.mfaApp,
    kept: createPrivateEntries(ports),
    vendor: options.vendor ?? noVendor,
    socialProvider: options.socialProvider ?? noProvider,
    neededPackages: options.neededPackages ?? neededPackages,
    feed,
    deliveries: new HookDeliveries(ports),
    streams: new FeedStreams({ ...ports, feed, packages }),
    newId: randomUUID,
    newSecret,
  };
};

const DUE_WORK_LEASE = 'misc.due-work';
const DUE_WORK_EVERY_MS = 3_600_000;

type DueMisc = SocialMisc & Pick<SecondStepPorts, 'kept'>;

/** Runs due work at once and every hour, in the process that holds the lease, until the signal. */
const runDueWork = (misc: DueMisc, signal: AbortSignal): Promise<void> => {
  const turns = { name: DUE_WORK_LEASE, holder: misc.newId(), rest: DUE_WORK_EVERY_MS, signal };
  return repeatWhileLeased(misc, turns, (working) => doDueWork(misc, working));
};

/**
 * Converts keyed hashes of recovery codes to slow ones, and renews the token of the social feed.
 * @throws AggregateError of all failures, after the rest is done
 */
export const doDueWork = (misc: DueMisc, signal: AbortSignal): Promise<void> =>
  runAll([
    () => slowFormerHashes(misc, signal),
    async () => (await misc.packages.isActive('social-feed')) && renewToken(misc),
  ]);

/** Creates the running misc: its routes, its copies of other services' data, and its background work. */
export const createMisc = (ports: ServicePorts, options: MiscOptions = {}): ServiceApp => {
  const { store, documents, bus, entries } = ports;
  const ending = new AbortController();
  let dueWork: Promise<void> | undefined;
  let embeds: RunningSubscription | undefined;
  let mails: RunningEffects | undefined;
  const settings = followSettings('misc', ports);
  const waitForCopies: Following['waitForCopies'] = async ({ headers }, patience) => {
    if (embeds !== undefined) await waitFor(embeds, EMBED_SOURCES, headers[WAIT_FOR_HEADER], patience);
  };
  let feeding: RunningSubscription | undefined;
  const waitForFeed: Following['waitForFeed'] = async ({ headers }) => {
    if (feeding !== undefined) await waitFor(feeding, FEED_SOURCES, headers[WAIT_FOR_HEADER]);
  };
  let hooks: RunningHooks | undefined;
  let stopDropping = (): void => undefined;
  const misc = composeMisc(ports, { settings, waitForCopies, waitForFeed }, options);
  const rest = createRestApp({
    ...misc,
    service: 'misc',
    version: packageJson.version,
    routes: routesOf(misc),
    findCommit: findWithDocuments({ ...ports, registrations }),
    consistencyTokenAt: consistencyTokenAt('misc', { store, publishing, epochAt: createEpochs(entries) }),
  });
  return {
    name: 'misc',
    listener: afterSettings(settings, rest),
    publishing,
    registrations,
    dueWork: [DUE_WORK_LEASE, INTAKE],
    outside: () => outsideServicesInUse(misc.packages, options.outside ?? []),
    start: async () => {
      await settings.start();
      embeds = await bus.subscribe(embedCopies(documents));
      feeding = await bus.subscribe(misc.feed.subscription);
      stopDropping = misc.feed.startDropping();
      dueWork = runDueWork(misc, ending.signal);
      mails = ports.effects.run(codeMails(misc));
      hooks = startHooks(misc, misc.deliveries);
    },
    stop: async () => {
      ending.abort();
      stopDropping();
      misc.streams.stop();
      await Promise.all([settings.stop(), embeds?.stop(), feeding?.stop(), mails?.stop(), hooks?.stop()]);
      await dueWork;
    },
  };
};

/** Definition of misc for starters and operators' commands. */
export const definition: ServiceDefinition = {
  name: 'misc',
  version: packageJson.version,
  collections,
  registrations,
  erasure,
  create: (ports, own) =>
    createMisc(ports, {
      ...secondStepOutside(own),
      policy: readPublicPolicy(own),
      vendor: readVendor(own),
      socialProvider: readSocialProvider(own),
      outside: readOutsideServices(own),
    }),
};
