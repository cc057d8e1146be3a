import type { RequestListener } from 'node:http';
import { readPersonKeys } from '@almanac/contracts';
import { createTexts } from '@almanac/i18n';
import { contractArgs, createRestApp, type Route, restCatalogues, route } from '@almanac/rest';
import { changesRoute } from './changesRoute.ts';
import { deadLetterRoutes } from './deadLetterRoutes.ts';
import { examinationRoutes } from './examinationRoutes.ts';
import { internalRoute, OPERATIONS } from './internalRoute.ts';
import type { OperatedService } from './operatedService.ts';
import { Rebuilds } from './rebuilds.ts';
import { recordRoutes } from './recordRoutes.ts';
import { workRoutes } from './workRoutes.ts';

/** The operations of every service, beside its own routes. */
export interface Operations {
  readonly listener: RequestListener;
  /** Stops running rebuilds; the live documents stay unchanged. */
  stop(): Promise<void>;
}

/** Puts the operations in front of a service's listener; the host of a service calls this. */
export const operationsBefore = (listener: RequestListener, service: OperatedService): Operations => {
  const rebuilds = new Rebuilds(service);
  const operations = createRestApp({
    ...service,
    service: service.name,
    routes: [
      ...recordRoutes(service),
      ...deadLetterRoutes(service),
      ...workRoutes(service, rebuilds),
      ...examinationRoutes(service),
      ...personKeyRoutes(service),
      changesRoute(service),
    ],
    texts: createTexts(restCatalogues),
    commands: { run: () => Promise.reject(new Error('operations of operators are no commands')) },
  });
  return {
    listener: (request, response) => {
      const isTheirs = request.url?.startsWith(`${OPERATIONS}/`) === true;
      (isTheirs ? operations : listener)(request, response);
    },
    stop: () => rebuilds.stop(),
  };
};

/** Returns the route of persons' keys, for services that consume its published events (docs/adr/0050). */
const personKeyRoutes = ({ persons }: Pick<OperatedService, 'persons'>): Route[] => [
  route({
    ...internalRoute(readPersonKeys),
    args: contractArgs(readPersonKeys),
    handle: async ({ args }) => {
      const keys = await persons.read(args.persons);
      const told = [...keys].map(([person, key]) => [person, key === null ? null : key.bytes.toString('base64url')]);
      return { body: { keys: Object.fromEntries(told) } };
    },
  }),
];
