import type { RequestListener } from 'node:http';
import { readPersonKeys } from '@almanac/contracts';
import { createTexts } from '@almanac/i18n';
import { contractArgs, createRestApp, type Route, restCatalogues, route } from '@almanac/rest';
import { deadLetterRoutes } from './deadLetterRoutes.ts';
import { examinationRoutes } from './examinationRoutes.ts';
import { internalRoute, OPERATIONS } from './internalRoute.ts';
import type { OperatedService } from './operatedService.ts';
import { Rebuilds } from './rebuilds.ts';
import { recordRoutes } from './recordRoutes.ts';
import { workRoutes } from './workRoutes.ts';

/** What operators ask of every service, beside what it answers itself. */
export interface Operations {
  readonly listener: RequestListener;
  /** Ends what runs for operators; the live documents stay as they are. */
  stop(): Promise<void>;
}

/** Puts what operators ask of every service in front of its listener: whoever runs a service does so. */
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

/** The keys of persons, for services that take what this one publishes of them (docs/adr/0050). */
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
