import { languageCodes } from '@almanac/i18n';
import { createSharedValues, type Detail, publicDescription, type RestRequest } from '@almanac/rest';
import type { Directory, NamespaceRoutes } from './directory.ts';

interface ShownForm extends Pick<RestRequest, 'apiRoot'> {
  /** True if schemas are shown. */
  readonly help: boolean;
}

/** The routes of the whole interface, as its indexes show them. */
export interface DescribedRoutes {
  /**
   * Returns the routes by namespace in the order of the site index, the root first, of the services that answer.
   * Returns the same map while the descriptions are the same.
   */
  all(language: string, detail: Detail): Promise<ReadonlyMap<string, NamespaceRoutes>>;
  /** Returns the public form of routes: `routes` of an index. */
  shown(parts: Iterable<NamespaceRoutes>, form: ShownForm): Readonly<Record<string, unknown>>;
}

/** @param own describes the gateway's own routes */
export const createDescribedRoutes = (
  directory: Directory,
  own: (language: string, detail: Detail) => Promise<Readonly<Record<string, NamespaceRoutes>>>,
): DescribedRoutes => {
  const shared = createSharedValues<ReadonlyMap<string, NamespaceRoutes>>();
  return {
    all: async (language, detail) => {
      const served = await directory.routes(language, detail);
      return shared(`${language} ${detail}`, [served, languageCodes()], async () => {
        const mine = await own(language, detail);
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
