import { publicDescription, type RestRequest } from '@almanac/rest';
import type { Directory, NamespaceRoutes } from './directory.ts';

/** The routes of the whole interface, as its indexes show them. */
export interface DescribedRoutes {
  /** By namespace in the order of the site index, the root's first; only of services that answer. */
  all(language: string): Promise<ReadonlyMap<string, NamespaceRoutes>>;
  /** The public form of some of them: `routes` of an index. */
  shown(parts: Iterable<NamespaceRoutes>, request: RestRequest): Readonly<Record<string, unknown>>;
}

/** @param own describes what the gateway answers itself */
export const createDescribedRoutes = (
  directory: Directory,
  own: (language: string) => Readonly<Record<string, NamespaceRoutes>>,
): DescribedRoutes => ({
  all: async (language) => {
    const mine = own(language);
    const served = await directory.routes(language);
    const names = ['', ...served.keys()];
    return new Map(names.map((name) => [name, { ...mine[name], ...served.get(name) }]));
  },
  shown: (parts, { apiRoot, args }) => {
    const help = args.context === 'help';
    const entries = [...parts].flatMap((part) => Object.entries(part));
    return Object.fromEntries(
      entries.map(([path, description]) => [path, publicDescription(description, { path, apiRoot, help })]),
    );
  },
});
