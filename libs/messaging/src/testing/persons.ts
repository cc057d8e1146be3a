import type { Entries } from '@almanac/documents';
import type { PersonKeys } from '@almanac/secrets';
import { personKeysUnderTest } from '@almanac/secrets/testing';
import { createOpening, createSealing, type Opening, type Sealing } from '../personal/sealing.ts';

/** Core's persons in specs, with their keys and the recipients' access to them. */
export interface PersonsUnderTest {
  readonly keys: PersonKeys;
  readonly sealing: Sealing;
  /** Creates an opening that requests keys from core, and fails while core is unavailable. */
  opening(): Opening;
  /** True if core does not answer. */
  isAway: boolean;
  /** Number of requests for keys. */
  asked: number;
}

/** @param entries entries of core */
export const personsUnderTest = (entries: Entries): PersonsUnderTest => {
  const keys = personKeysUnderTest('core', entries);
  const persons: PersonsUnderTest = {
    keys,
    isAway: false,
    asked: 0,
    sealing: createSealing(keys.keep),
    opening: () =>
      createOpening(async (_owner, who) => {
        persons.asked++;
        if (persons.isAway) throw Object.assign(new Error('core is away'), { status: 503 });
        return keys.read(who);
      }),
  };
  return persons;
};
