import { namespaceOwners } from '@almanac/manifest';

const documented = [...namespaceOwners.keys()];

/** Sorts namespaces in the declared order; undeclared ones come last, in the order given. */
export const inIndexOrder = (namespaces: Iterable<string>): string[] => {
  const given = new Set(namespaces);
  return [...documented.filter((name) => given.has(name)), ...given].filter(
    (name, at, all) => all.indexOf(name) === at,
  );
};

const MAX_NAMESPACE_SEGMENTS = 3;

/**
 * Returns the namespace of a path: the longest known prefix, ignoring case.
 * @param path from the namespace on: `/cal/events/v1/events`
 */
export const namespaceOf = (path: string, isKnown: (namespace: string) => boolean): string | undefined => {
  const segments = path.slice(1).toLowerCase().split('/', MAX_NAMESPACE_SEGMENTS);
  for (let length = segments.length; length > 0; length--) {
    const candidate = segments.slice(0, length).join('/');
    if (isKnown(candidate)) return candidate;
  }
  return undefined;
};
