import type { Entries } from '@almanac/documents';
import type { PersonKeys } from '@almanac/secrets';
import { personKeysUnderTest } from '@almanac/secrets/testing';
import { createOpening, createSealing, type Opening, type Sealing } from '../personal/sealing.ts';

/** The persons of whom core tells in specs, and what those who are told know of their keys. */
export interface PersonsUnderTest {
  readonly keys: PersonKeys;
  readonly sealing: Sealing;
  /** Asks core for keys, unless it is away. */
  opening(): Opening;
  /** Whether core answers. */
  isAway: boolean;
  /** How often it was asked for keys. */
  asked: number;
}

/** @param entries of core */
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
