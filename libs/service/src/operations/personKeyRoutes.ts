import { readPersonKeys } from '@almanac/contracts';
import { contractArgs, type Route, route } from '@almanac/rest';
import { internalRoute } from './internalRoute.ts';
import type { OperatedService } from './operatedService.ts';

/** The keys of persons, for services that take what this one publishes of them (docs/adr/0050). */
export const personKeyRoutes = ({ persons }: Pick<OperatedService, 'persons'>): Route[] => [
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
