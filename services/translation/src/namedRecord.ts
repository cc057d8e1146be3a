import type { Aggregate, UnitOfWork } from '@almanac/event-sourcing';
import type { DomainError } from '@almanac/i18n';
import type { RestRequest } from '@almanac/rest';

interface NamedKind<State extends object> {
  readonly aggregate: Aggregate<State>;
  readonly isThere: (state: State) => boolean;
  readonly missing: () => DomainError;
}

/**
 * Loads the record that a request names, before it is written.
 * @throws DomainError from `missing` if there is none; 412
 */
export const namedRecord = async <State extends object>(
  unit: UnitOfWork,
  { aggregate, isThere, missing }: NamedKind<State>,
  { args: { id }, ifMatch }: Pick<RestRequest<{ readonly id: number }>, 'args' | 'ifMatch'>,
): Promise<State> => {
  const before = await unit.load(aggregate, id);
  if (!isThere(before)) throw missing();
  await unit.expectVersion(aggregate, id, ifMatch);
  return before;
};
