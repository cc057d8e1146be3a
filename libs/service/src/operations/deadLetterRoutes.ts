import { discardDeadLetter, listDeadLetters, replayDeadLetters } from '@almanac/contracts';
import { contractArgs, type Route, route } from '@almanac/rest';
import { blockedKeys, discardFirst, listByOwner, replayLetters } from './deadLetters.ts';
import { internalRoute } from './internalRoute.ts';
import type { OperatedService } from './operatedService.ts';

/** Returns the routes for dead letters. The owner of the subscription retries them, in any process. */
export const deadLetterRoutes = ({ entries }: OperatedService): Route[] => {
  const lettersOf = async (owner: string) => (await listByOwner(entries)).find((each) => each.owner === owner);
  return [
    route({
      ...internalRoute(listDeadLetters),
      args: {},
      handle: async () => ({ body: { letters: blockedKeys(await listByOwner(entries)) } }),
    }),
    route({
      ...internalRoute(replayDeadLetters),
      args: contractArgs(replayDeadLetters),
      handle: async ({ args: { subscription, key } }) => {
        const own = await lettersOf(subscription);
        return { body: { count: own === undefined ? 0 : (await replayLetters(own, key)).length } };
      },
    }),
    route({
      ...internalRoute(discardDeadLetter),
      args: contractArgs(discardDeadLetter),
      handle: async ({ args: { subscription, key } }) => {
        const own = await lettersOf(subscription);
        const dropped = own && (await discardFirst(own, key));
        return { body: { count: dropped === undefined ? 0 : 1 } };
      },
    }),
  ];
};
