import type { Route } from '@almanac/rest';
import type { WholeMisc } from './composeMisc.ts';
import { embedRoute } from './embeds/embedRoute.ts';
import { eventsRoute } from './feed/feedRoutes.ts';
import { streamRoute } from './feed/streamRoute.ts';
import { sizesRoute } from './health/sizesRoute.ts';
import { testRoutes } from './health/testRoutes.ts';
import { operationsRoutes } from './operations/operationsRoutes.ts';
import { ofPackage } from './packages/activePackages.ts';
import { packageRoutes } from './packages/packageRoutes.ts';
import { activeRoute } from './popups/activePopups.ts';
import { popupRoutes } from './popups/popupRoutes.ts';
import { proxyRoute } from './providers/proxyRoute.ts';
import { renderedContentRoute } from './rendering/renderedContentRoute.ts';
import { secondStepRoutes } from './second-step/secondStepRoutes.ts';
import { sendCodeRoute } from './second-step/sendCodeRoute.ts';
import { signInRoutes } from './second-step/signInRoutes.ts';
import { createSignIns } from './second-step/signIns.ts';
import { accountRoutes } from './social/accountRoutes.ts';
import { mediaRoutes } from './social/mediaRoutes.ts';
import { createSocialFeed } from './social/socialFeed.ts';
import type { SocialMisc } from './social/tokens.ts';
import { subscriptionRoutes } from './subscription/subscriptionRoutes.ts';
import { urlDetailsRoute } from './url-details/urlDetailsRoute.ts';
import { analyticsRoute } from './visits/analyticsRoute.ts';
import { statisticsRoutes } from './visits/statisticsRoutes.ts';
import { deliveryRoutes } from './webhooks/deliveryRoutes.ts';
import { webhookRoutes } from './webhooks/webhookRoutes.ts';

/** Everything that this service serves, in the order in which indexes name it. */
export const routesOf = (misc: WholeMisc): Route[] => [
  embedRoute(misc),
  proxyRoute(misc),
  ...ofPackage(misc.packages, 'popups', [
    analyticsRoute(misc),
    activeRoute(misc),
    ...popupRoutes(misc),
    ...statisticsRoutes(misc),
  ]),
  ...ofPackage(misc.packages, 'social-feed', socialRoutes(misc)),
  ...ofPackage(misc.packages, 'rendered-content', [renderedContentRoute(misc)]),
  ...ofPackage(misc.packages, 'url-details', [urlDetailsRoute(misc)]),
  ...secondStepRoutesOf(misc),
  ...subscriptionRoutes(misc),
  ...packageRoutes(misc),
  ...operationsRoutes(misc),
  ...testRoutes(misc),
  sizesRoute(misc),
  ...ofPackage(misc.packages, 'event-stream', [eventsRoute(misc), streamRoute(misc)]),
  ...ofPackage(misc.packages, 'webhooks', [...webhookRoutes(misc), ...deliveryRoutes(misc)]),
];

/** The social feed of page builders, and whose it is (docs/interface/builder.md §2, §3). */
const socialRoutes = (misc: SocialMisc): Route[] => {
  const feed = createSocialFeed(misc);
  return [...mediaRoutes(misc, feed), ...accountRoutes(misc, feed)];
};

/** What core asks is answered whether or not the package is active: nobody is let in, or kept out, by a subscription. */
const secondStepRoutesOf = (misc: WholeMisc): Route[] => {
  const signIns = createSignIns(misc);
  return [
    ...ofPackage(misc.packages, 'second-step', [sendCodeRoute(misc, signIns), ...secondStepRoutes(misc)]),
    ...signInRoutes(misc, signIns),
  ];
};
