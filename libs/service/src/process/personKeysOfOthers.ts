import { MOST_PERSONS, readPersonKeys, type ServiceName } from '@almanac/contracts';
import { createOpening, type Opening } from '@almanac/messaging';
import { secretKey } from '@almanac/secrets';
import { askOf } from '../askInternal.ts';
import { type FetchInternal, ServiceUnavailableError } from '../fetchInternal.ts';

/** Opens what other services have sealed, with the keys that they answer (docs/adr/0050). */
export const openingBy = (fetchInternal: FetchInternal): Opening =>
  createOpening(async (owner, persons) => {
    const parts = Array.from({ length: Math.ceil(persons.length / MOST_PERSONS) }, (_, part) =>
      persons.slice(part * MOST_PERSONS, (part + 1) * MOST_PERSONS),
    );
    const answers = await Promise.all(parts.map((part) => keysOf(fetchInternal, owner, part)));
    return new Map(answers.flat());
  });

/** @throws ServiceUnavailableError also where the owner refuses: a release that does not know the route yet */
const keysOf = async (fetchInternal: FetchInternal, owner: ServiceName, persons: readonly string[]) => {
  const { body, refused } = await askOf(fetchInternal, readPersonKeys, owner, { send: { persons: [...persons] } });
  if (body === undefined) throw new ServiceUnavailableError(owner, { cause: refused });
  return Object.entries(body.keys).map(([person, key]) => [person, key === null ? null : secretKey(key)] as const);
};
