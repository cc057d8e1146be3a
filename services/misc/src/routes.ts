import type { Route } from '@almanac/rest';
import { renderedContentRoute } from './builder/rendering/renderedContentRoute.ts';
import { accountRoutes } from './builder/social/accountRoutes.ts';
import { mediaRoutes } from './builder/social/mediaRoutes.ts';
import { createSocialFeed } from './builder/social/socialFeed.ts';
import type { SocialMisc } from './builder/social/tokens.ts';
import type { WholeMisc } from './composeMisc.ts';
import { urlDetailsRoute } from './editor/urlDetailsRoute.ts';
import { sizesRoute } from './health/sizesRoute.ts';
import { testRoutes } from './health/testRoutes.ts';
import { ofPackage } from './installer/packages/activePackages.ts';
import { packageRoutes } from './installer/packages/packageRoutes.ts';
import { subscriptionRoutes } from './installer/subscription/subscriptionRoutes.ts';
import { secondStepRoutes } from './login/secondStepRoutes.ts';
import { sendCodeRoute } from './login/sendCodeRoute.ts';
import { signInRoutes } from './login/signInRoutes.ts';
import { createSignIns } from './login/signIns.ts';
import { embedRoute } from './oembed/embeds/embedRoute.ts';
import { proxyRoute } from './oembed/providers/proxyRoute.ts';
import { eventsRoute } from './ops/feed/feedRoutes.ts';
import { streamRoute } from './ops/feed/streamRoute.ts';
import { operationsRoutes } from './ops/maintenance/operationsRoutes.ts';
import { deliveryRoutes } from './ops/webhooks/deliveryRoutes.ts';
import { webhookRoutes } from './ops/webhooks/webhookRoutes.ts';
import { activeRoute } from './popup/activePopups.ts';
import { popupRoutes } from './popup/popupRoutes.ts';
import { analyticsRoute } from './popup/visits/analyticsRoute.ts';
import { statisticsRoutes } from './popup/visits/statisticsRoutes.ts';

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
