import type { Route } from '@almanac/rest';
import { accountRoutes } from './account/accountRoutes.ts';
import { customXmlRoutes } from './custom-xml/customXmlRoutes.ts';
import { proxyRoute } from './proxy/proxyRoute.ts';
import { transferRoutes } from './string-files/transferRoutes.ts';
import { stringSettingsRoutes } from './string-settings/stringSettingsRoutes.ts';
import { stringRoutes } from './strings/stringRoutes.ts';
import type { Translation } from './translation.ts';
import { translatorRoutes } from './translators/translatorRoutes.ts';

/** Everything that translation serves, in the order in which indexes name it. */
export const routesOf = (translation: Translation): Route[] => [
  ...customXmlRoutes(translation),
  ...translatorRoutes(translation),
  ...stringRoutes(translation),
  ...transferRoutes(translation),
  ...stringSettingsRoutes(),
  ...accountRoutes(translation),
  proxyRoute(translation),
];
