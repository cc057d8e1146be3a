import { isDeepStrictEqual } from 'node:util';

/** The members of `wanted` that differ from the state; undefined ones were not asked for. */
export const changedFields = <Fields extends object>(state: Fields, wanted: Partial<Fields>): Partial<Fields> => {
  const entries = Object.entries(wanted) as [keyof Fields, unknown][];
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== undefined && !isDeepStrictEqual(state[name], value)),
  ) as Partial<Fields>;
};

/** Whether an object has no members. */
export const isEmpty = (members: object): boolean => Object.keys(members).length === 0;
