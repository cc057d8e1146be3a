import { isDeepStrictEqual } from 'node:util';

/** Returns the defined members of `wanted` that differ from the state. */
export const changedFields = <Fields extends object>(
  state: { readonly [Name in keyof Fields]?: unknown },
  wanted: Partial<Fields>,
): Partial<Fields> => {
  const changed: Partial<Fields> = {};
  for (const name in wanted) {
    const value = wanted[name];
    if (value !== undefined && !isDeepStrictEqual(state[name], value)) changed[name] = value;
  }
  return changed;
};

/** True if an object has no members. */
export const isEmpty = (members: object): boolean => Object.keys(members).length === 0;
