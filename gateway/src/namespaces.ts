import type { ServiceName } from '@almanac/contracts';

/**
 * The documented namespaces in the order of the site index, with the services that own them (docs/architecture.md §1):
 * known beforehand, so that a service which is down from the start is missed (503) and not unheard of (404).
 */
export const namespaceOwners: ReadonlyMap<string, ServiceName> = new Map([
  ['oembed/1.0', 'misc'],
  ['i18n/v1', 'translation'],
  ['redirection/v1', 'redirection'],
  ['cal/event-import/v1', 'calendar'],
  ['cal/events/v1', 'calendar'],
  ['cal/views/v2', 'calendar'],
  ['calx/v2/onboarding', 'calendar'],
  ['calx/v1', 'calendar'],
  ['i18n/tm/v1', 'translation'],
  ['i18n/ate/v1', 'translation'],
  ['i18n/st/v1', 'translation'],
  ['popup/v1', 'misc'],
  ['login/v1', 'misc'],
  ['builder/social', 'misc'],
  ['builder', 'misc'],
  ['installer/v1', 'misc'],
  ['core/v2', 'core'],
  ['health/v1', 'misc'],
  ['editor/v1', 'misc'],
]);

const documented = [...namespaceOwners.keys()];

/** In the declared order; namespaces beyond it come last, in the order given. */
export const inIndexOrder = (namespaces: Iterable<string>): string[] => {
  const given = new Set(namespaces);
  return [...documented.filter((name) => given.has(name)), ...given].filter(
    (name, at, all) => all.indexOf(name) === at,
  );
};

const LONGEST = 3;

/**
 * The namespace that a path belongs to: the longest known one that is its beginning, in any case.
 * @param path from the namespace on: `/cal/events/v1/events`
 */
export const namespaceOf = (path: string, isKnown: (namespace: string) => boolean): string | undefined => {
  const segments = path.slice(1).toLowerCase().split('/', LONGEST);
  for (let length = segments.length; length > 0; length--) {
    const candidate = segments.slice(0, length).join('/');
    if (isKnown(candidate)) return candidate;
  }
  return undefined;
};
