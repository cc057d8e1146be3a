import { MAX_PERSONS, readPersonKeys, type ServiceName } from '@almanac/contracts';
import { createOpening, type Opening } from '@almanac/messaging';
import { secretKey } from '@almanac/secrets';
import { askOf } from '../askInternal.ts';
import { ServiceUnavailableError } from '../errors.ts';
import type { FetchInternal } from '../fetchInternal.ts';

/** Decrypts the personal data of other services, with the keys that they return (docs/adr/0050). */
export const createRemoteOpening = (fetchInternal: FetchInternal): Opening =>
  createOpening(async (owner, persons) => {
    const parts = Array.from({ length: Math.ceil(persons.length / MAX_PERSONS) }, (_, part) =>
      persons.slice(part * MAX_PERSONS, (part + 1) * MAX_PERSONS),
    );
    const answers = await Promise.all(parts.map((part) => keysOf(fetchInternal, owner, part)));
    return new Map(answers.flat());
  });

/** @throws ServiceUnavailableError even if the owner refuses: a former release has no such route */
const keysOf = async (fetchInternal: FetchInternal, owner: ServiceName, persons: readonly string[]) => {
  const { body, refused } = await askOf(fetchInternal, readPersonKeys, owner, { send: { persons: [...persons] } });
  if (body === undefined) throw new ServiceUnavailableError(owner, { cause: refused });
  return Object.entries(body.keys).map(([person, key]) => [person, key === null ? null : secretKey(key)] as const);
};
