import type { Route } from '@almanac/rest';
import { accountRoutes } from './accountRoutes.ts';
import { mediaRoutes } from './mediaRoutes.ts';
import { createSocialFeed } from './socialFeed.ts';
import type { SocialMisc } from './tokens.ts';

/** The social feed of page builders, and whose it is (docs/interface/builder.md §2, §3). */
export const socialRoutes = (misc: SocialMisc): Route[] => {
  const feed = createSocialFeed(misc);
  return [...mediaRoutes(misc, feed), ...accountRoutes(misc, feed)];
};
