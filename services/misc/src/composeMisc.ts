import { randomInt, randomUUID } from 'node:crypto';
import { publishable, publishUpcast } from '@almanac/contracts';
import { createCommands } from '@almanac/event-sourcing';
import { createTexts } from '@almanac/i18n';
import { createOutgoing, type Outgoing, type PlaceLimits } from '@almanac/outgoing';
import { restCatalogues } from '@almanac/rest';
import type { ServicePorts } from '@almanac/service';
import { noProvider, type SocialProvider } from './builder/social/provider.ts';
import type { SocialMisc } from './builder/social/tokens.ts';
import { createActivePackages } from './installer/packages/activePackages.ts';
import type { SubscribedMisc } from './installer/subscription/subscriptionRoutes.ts';
import { noVendor, type Vendor } from './installer/subscription/vendor.ts';
import { publishing as mapped } from './integration/publishing.ts';
import { createPrivateEntries } from './login/privateEntries.ts';
import { isSecondStepOn } from './login/secondStep.ts';
import type { SecondStepPorts } from './login/secondStepPorts.ts';
import type { SecondStepOutside } from './login/secondStepSettings.ts';
import { catalogues } from './messages/catalogues.ts';
import { knownProviders, type Providers } from './oembed/providers/allowList.ts';
import type { AskingMisc } from './oembed/providers/proxyRoute.ts';
import { createFeed } from './ops/feed/feed.ts';
import type { FeedMisc } from './ops/feed/feedRoutes.ts';
import { FeedStreams } from './ops/feed/feedStreams.ts';
import { HookDeliveries } from './ops/webhooks/deliveries.ts';
import type { HookMisc } from './ops/webhooks/webhookRoutes.ts';
import type { PackagedOutside } from './outsideServices.ts';
import type { CountingMisc } from './popup/visits/analyticsRoute.ts';
import { createVisitCounter } from './popup/visits/countVisits.ts';
import { createDroppedVisits } from './popup/visits/droppedVisits.ts';
import { createVisitors } from './popup/visits/visitor.ts';
import type { NeededPackages } from './ports.ts';
import { registrations } from './registrations.ts';

/** What misc publishes, from events in today's form. */
export const publishing = publishUpcast(
  registrations.map(({ aggregate }) => aggregate),
  mapped,
);

/** What the service may be given beside its ports. */
export interface MiscOptions extends SecondStepOutside {
  /** Of look-ups and of web hooks; default: one of each for public addresses on ordinary ports. */
  readonly outgoing?: Outgoing;
  /** Default: the list that comes with the service. */
  readonly providers?: Providers;
  /** Default: those of the slices below. */
  readonly neededPackages?: NeededPackages;
  /** Default: none. */
  readonly vendor?: Vendor;
  /** Of the social feed; default: none. */
  readonly socialProvider?: SocialProvider;
  /** What of it is outside of the site; default: nothing. */
  readonly outside?: readonly PackagedOutside[];
}

/** What follows what is outside, made by the running service. */
export type Following = Pick<FeedMisc, 'settings' | 'waitForCopies' | 'waitForFeed'>;

/** Misc with what only some of its slices see. */
export interface WholeMisc extends AskingMisc, SubscribedMisc, HookMisc, CountingMisc, SecondStepPorts, SocialMisc {}

/** What of misc keeps a package from being switched off, by package (docs/interface/installer.md §1). */
const neededPackages: NeededPackages = new Map([['second-step', isSecondStepOn]]);

/** More than one person may ask for in a minute. */
const LOOK_UP_PLACES: PlaceLimits = { running: 64, waiting: 64 };
/** A receiver has four deliveries at once: silent ones shall not hold up the others. */
const HOOK_PLACES: PlaceLimits = { running: 400, waiting: 4_000 };

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const newSecret = (): string => Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Puts misc together: what its slices share, and the ports by which they ask one another. */
export const composeMisc = (ports: ServicePorts, following: Following, options: MiscOptions = {}): WholeMisc => {
  const packages = createActivePackages(ports);
  const feed = createFeed(ports);
  const commands = createCommands({ ...ports, registrations, check: publishable(publishing) });
  return {
    ...ports,
    ...following,
    countVisit: createVisitCounter({ ...ports, commands, newId: randomUUID }),
    droppedVisits: createDroppedVisits(ports),
    knowVisitor: createVisitors(ports),
    commands,
    texts: createTexts(catalogues, restCatalogues),
    outgoing: options.outgoing ?? createOutgoing({ places: LOOK_UP_PLACES }),
    hookOutgoing: options.outgoing ?? createOutgoing({ places: HOOK_PLACES }),
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
