import { publishUpcast } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import { collectionsOf } from '@almanac/event-sourcing';
import type { Route } from '@almanac/rest';
import { type ErasureDeclaration, nothing, type RecordRegistration } from '@almanac/service';
import { renderedContentRoute } from './builder/rendering/renderedContentRoute.ts';
import { socialAccountRegistration } from './builder/social/account.ts';
import { accountRoutes } from './builder/social/accountRoutes.ts';
import { mediaRoutes } from './builder/social/mediaRoutes.ts';
import { createSocialFeed } from './builder/social/socialFeed.ts';
import type { SocialMisc } from './builder/social/tokens.ts';
import { urlDetailsRoute } from './editor/urlDetailsRoute.ts';
import { sizesRoute } from './health/sizesRoute.ts';
import { testRoutes } from './health/testRoutes.ts';
import { ofPackage } from './installer/packages/activePackages.ts';
import { packageRegistration } from './installer/packages/package.ts';
import { packageRoutes } from './installer/packages/packageRoutes.ts';
import { pluginRoutes } from './installer/packages/pluginRoutes.ts';
import { subscriptionRegistration } from './installer/subscription/subscription.ts';
import { type SubscribedMisc, subscriptionRoutes } from './installer/subscription/subscriptionRoutes.ts';
import { publishing as mapped } from './integration/publishing.ts';
import { recoveryCodesRegistration } from './login/recoveryCodes.ts';
import { secondStepRegistration } from './login/secondStep.ts';
import type { SecondStepPorts } from './login/secondStepPorts.ts';
import { secondStepRoutes } from './login/secondStepRoutes.ts';
import { sendCodeRoute } from './login/sendCodeRoute.ts';
import { sessionRegistration } from './login/session.ts';
import { signInRoutes } from './login/signInRoutes.ts';
import { createSignIns } from './login/signIns.ts';
import { authors, embeddables, media } from './oembed/embeds/embeddable.ts';
import { embedRoute } from './oembed/embeds/embedRoute.ts';
import { type AskingMisc, proxyRoute } from './oembed/providers/proxyRoute.ts';
import { eventsRoute } from './ops/feed/feedRoutes.ts';
import { feedKeys } from './ops/feed/feedWriter.ts';
import { streamRoute } from './ops/feed/streamRoute.ts';
import { deadLetterRoutes } from './ops/maintenance/deadLetterRoutes.ts';
import { historyRoutes } from './ops/maintenance/historyRoutes.ts';
import { lagRoute } from './ops/maintenance/lagRoute.ts';
import { rebuildRoutes } from './ops/maintenance/rebuildRoutes.ts';
import { deliveryRoutes } from './ops/webhooks/deliveryRoutes.ts';
import { webhookRegistration } from './ops/webhooks/webhook.ts';
import { type HookMisc, webhookRoutes } from './ops/webhooks/webhookRoutes.ts';
import { activeRoute } from './popup/activePopups.ts';
import { mediumUsesRoute } from './popup/mediumUses.ts';
import { popupRegistration } from './popup/popup.ts';
import { popupRoutes } from './popup/popupRoutes.ts';
import { analyticsRoute, type CountingMisc } from './popup/visits/analyticsRoute.ts';
import { dailyVisitsRegistration } from './popup/visits/dailyVisits.ts';
import { statisticsRegistration } from './popup/visits/statistics.ts';
import { statisticsRoutes } from './popup/visits/statisticsRoutes.ts';

// The parts of misc: its records, its integration events, its routes, and the effects of erasing a person.

/** All aggregates of misc with their documents. */
export const registrations: readonly RecordRegistration[] = [
  packageRegistration,
  subscriptionRegistration,
  popupRegistration,
  dailyVisitsRegistration,
  statisticsRegistration,
  secondStepRegistration,
  sessionRegistration,
  recoveryCodesRegistration,
  webhookRegistration,
  socialAccountRegistration,
];

/** All collections of misc, including copies of other services' data. */
export const collections: readonly Collection[] = [
  ...collectionsOf(registrations),
  embeddables,
  authors,
  media,
  feedKeys,
];

/** The events that misc publishes, upcast to their current shape. */
export const publishing = publishUpcast(
  registrations.map(({ aggregate }) => aggregate),
  mapped,
);

/** The ports of all slices of misc. */
export interface WholeMisc extends AskingMisc, SubscribedMisc, HookMisc, CountingMisc, SecondStepPorts, SocialMisc {}

/** The routes of misc, in the order in which indexes list them. */
export const routesOf = (misc: WholeMisc): Route[] => [
  embedRoute(misc),
  proxyRoute(misc),
  ...ofPackage(misc.packages, 'popups', [
    analyticsRoute(misc),
    activeRoute(misc),
    ...popupRoutes(misc),
    ...statisticsRoutes(misc),
  ]),
  mediumUsesRoute(misc),
  ...ofPackage(misc.packages, 'social-feed', socialRoutes(misc)),
  ...ofPackage(misc.packages, 'rendered-content', [renderedContentRoute(misc)]),
  ...ofPackage(misc.packages, 'url-details', [urlDetailsRoute(misc)]),
  ...secondStepRoutesOf(misc),
  ...subscriptionRoutes(misc),
  ...packageRoutes(misc),
  ...pluginRoutes(misc),
  ...historyRoutes(misc),
  ...deadLetterRoutes(misc),
  lagRoute(misc),
  ...rebuildRoutes(misc),
  ...testRoutes(misc),
  sizesRoute(misc),
  ...ofPackage(misc.packages, 'event-stream', [eventsRoute(misc), streamRoute(misc)]),
  ...ofPackage(misc.packages, 'webhooks', [...webhookRoutes(misc), ...deliveryRoutes(misc)]),
];

/** Routes of the social feed for page builders, and of its account (docs/interface/builder.md §2, §3). */
const socialRoutes = (misc: SocialMisc): Route[] => {
  const feed = createSocialFeed(misc);
  return [...mediaRoutes(misc, feed), ...accountRoutes(misc, feed)];
};

/** Core's requests are answered even if the package is inactive: a subscription must not change who can sign in. */
const secondStepRoutesOf = (misc: WholeMisc): Route[] => {
  const signIns = createSignIns(misc);
  return [
    ...ofPackage(misc.packages, 'second-step', [sendCodeRoute(misc, signIns), ...secondStepRoutes(misc)]),
    ...signInRoutes(misc, signIns),
  ];
};

const subscription = nothing('it is what a vendor says of the site');
const packages = nothing('it is which parts of the site are switched on');
const visits = nothing('it is numbers and moments');
const secondStep = nothing('it is a setting of the site');
const signIns = nothing('it names a user by the id; addresses and codes are in entries that expire within minutes');
const recoveryCodes = nothing('it names a user by the id, and which codes are used');
const popups = nothing('it is what editors show; it names users by their ids');
const social = nothing('it is the account whose public media the site shows; its token is a secret, gone with it');
const hooks = nothing('it is what administrators say of an outside system');

/** The effect of `npm run ops -- erase` on everything that misc keeps (docs/architecture.md §2, Erasure). */
export const erasure: ErasureDeclaration = {
  categories: {
    package: packages,
    subscription,
    popup: popups,
    webhook: hooks,
    social,
    secondstep: secondStep,
    signin: signIns,
    recovery: recoveryCodes,
    visits,
    statistics: visits,
  },
  collections: {
    webhooks: hooks,
    'social-accounts': social,
    packages,
    subscriptions: subscription,
    popups,
    'feed-keys': nothing('they are names of streams, and positions'),
    'visit-lanes': visits,
    'popup-statistics': visits,
    'second-step': secondStep,
    'sign-ins': signIns,
    'recovery-codes': recoveryCodes,
    'embeddable-records': { does: 'tells', event: 'calendar.erased.v1' },
    'embed-authors': { does: 'tells', event: 'core.erased.v1' },
    'embed-media': nothing('it is public content; it names users by their ids'),
  },
  entries: {
    'subscription-refresh': nothing('it is empty'),
    feed: { does: 'tells', event: 'core.erased.v1' },
    'social-turn': nothing('it is empty, and gone after two minutes'),
    'social-feed': nothing('it holds ids of public media, and is gone after a week'),
    'social-media': nothing('it holds what the account shows publicly, and is gone after a week'),
    'social-fetch': nothing('it is a moment and a code, and is gone after a year'),
    'webhook-delivery': nothing('it holds ids and statuses, and is gone after 30 days'),
    'webhook-result': nothing('it is a moment and a status, and is gone after a year'),
    'webhook-intake': nothing('it is a position'),
    'feed-marked': nothing('it is a position'),
    'feed-flushed': nothing('it is empty'),
    visit: nothing(
      'it names nobody: keys of visitors are hashes whose key is random and gone with the day, as they are',
    ),
    'dropped-visits': nothing('it is a number, and gone after 30 days'),
    'visit-day': nothing('it is a random text, and gone with the day'),
    oembed: nothing('it holds what another site says publicly, and is gone after a day'),
    'second-step-pair': nothing('it holds digests alone, and is gone after ten minutes'),
    'second-step-browser': nothing('it holds a digest alone, and is gone after ten minutes'),
    'second-step-code': nothing('it holds a keyed hash, and is gone after three minutes'),
    'second-step-recovery': nothing('it holds keyed hashes of random codes'),
    'url-details': nothing('it holds what another site says publicly, and is gone after an hour'),
  },
  topic: nothing('it tells of a setting of the site alone'),
};
