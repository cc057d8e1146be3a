import { type Aggregate, streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { RestRequest } from '@almanac/rest';

/**
 * Changes one record if its version matches `If-Match`; changes of the same record wait for each other.
 * @throws DomainError 412 for another version
 */
export const changeRecord = async <State extends object, Change extends Event, Result>(
  { commands, context, ifMatch }: Pick<RestRequest, 'commands' | 'context' | 'ifMatch'>,
  aggregate: Aggregate<State, Change>,
  id: number | string,
  decide: (unit: UnitOfWork) => Promise<Result>,
): Promise<Result> => {
  const { result } = await commands.run(
    context,
    async (unit) => {
      await unit.expectVersion(aggregate, id, ifMatch);
      return decide(unit);
    },
    { mutexKeys: [streamOf(aggregate, id)] },
  );
  return result;
};
