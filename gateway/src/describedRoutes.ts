import { createSharedValues, publicDescription, type RestRequest } from '@almanac/rest';
import type { Directory, NamespaceRoutes } from './directory.ts';

interface ShownForm extends Pick<RestRequest, 'apiRoot'> {
  /** True if schemas are shown. */
  readonly help: boolean;
}

/** The routes of the whole interface, as its indexes show them. */
export interface DescribedRoutes {
  /**
   * By namespace in the order of the site index, the root's first; only of services that answer. The same map while the
   * descriptions are the same.
   */
  all(language: string): Promise<ReadonlyMap<string, NamespaceRoutes>>;
  /** The public form of some of them: `routes` of an index. */
  shown(parts: Iterable<NamespaceRoutes>, form: ShownForm): Readonly<Record<string, unknown>>;
}

/** @param own describes what the gateway answers itself */
export const createDescribedRoutes = (
  directory: Directory,
  own: (language: string) => Readonly<Record<string, NamespaceRoutes>>,
): DescribedRoutes => {
  const shared = createSharedValues<ReadonlyMap<string, NamespaceRoutes>>();
  return {
    all: async (language) => {
      const served = await directory.routes(language);
      return shared(language, [served], () => {
        const mine = own(language);
        const names = ['', ...served.keys()];
        return new Map(names.map((name) => [name, { ...mine[name], ...served.get(name) }]));
      });
    },
    shown: (parts, { apiRoot, help }) => {
      const entries = [...parts].flatMap((part) => Object.entries(part));
      return Object.fromEntries(
        entries.map(([path, description]) => [path, publicDescription(description, { path, apiRoot, help })]),
      );
    },
  };
};
