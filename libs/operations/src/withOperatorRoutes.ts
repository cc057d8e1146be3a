import type { RequestListener } from 'node:http';
import { createTexts } from '@almanac/i18n';
import { createRestApp, restCatalogues } from '@almanac/rest';
import { OPERATIONS } from './internalRoute.ts';
import type { OperatedService } from './operatedService.ts';
import { recordRoutes } from './recordRoutes.ts';

/**
 * A service's listener that answers what operators ask of every service, beside what it answers itself: whoever runs a
 * service puts it in front, so that no service can be without.
 */
export const withOperatorRoutes = (listener: RequestListener, service: OperatedService): RequestListener => {
  const operations = createRestApp({
    ...service,
    routes: recordRoutes(service),
    texts: createTexts(restCatalogues),
    commands: { run: () => Promise.reject(new Error('operations of operators are no commands')) },
  });
  return (request, response) => {
    const isTheirs = request.url?.startsWith(`${OPERATIONS}/`) === true;
    (isTheirs ? operations : listener)(request, response);
  };
};
