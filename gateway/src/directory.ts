import { isDeepStrictEqual } from 'node:util';
import { describeRoutesOfService, type ServiceName } from '@almanac/contracts';
import { defaultLanguage, type Language, languageCodes } from '@almanac/i18n';
import { namespaceOwners, routeOwners } from '@almanac/manifest';
import {
  createPause,
  createSharedValues,
  type Detail,
  noteEnd,
  noteSource,
  noteUncounted,
  type RouteDescription,
  type RouteDescriptions,
  sourceOf,
} from '@almanac/rest';
import { askOf, type FetchInternal, type Log, ServiceUnavailableError, serviceErrors } from '@almanac/service';
import { inIndexOrder, namespaceOf } from './namespaces.ts';

/** Descriptions of one namespace's routes, by pattern. */
export type NamespaceRoutes = Readonly<Record<string, RouteDescription>>;

/** The routes of each service, as the services declare them (`GET /internal/routes`). */
export interface Directory {
  /** Returns the namespace and service of a path; undefined for an unknown path. */
  find(path: string): { readonly namespace: string; readonly service: ServiceName } | undefined;
  /** True if the route of a path takes larger bodies from visitors than other routes. */
  takesLargeBodies(path: string): boolean;
  /** Returns the version of the service of a namespace; undefined if it has not said one. */
  versionOf(namespace: string): string | undefined;
  /** Returns every namespace of the services, even of those that are down, in the order of the site index. */
  namespaces(): readonly string[];
  /**
   * Returns all routes of the services, in the order of the site index, described in a language.
   * Returns the same map until a service sends another description.
   */
  routes(language: string, detail: Detail): Promise<ReadonlyMap<string, NamespaceRoutes>>;
  /** Asks every service once, then at intervals; services that do not answer are asked sooner. */
  start(): Promise<void>;
  stop(): void;
}

export interface DirectoryOptions {
  /** The services that have an address. */
  readonly services: readonly ServiceName[];
  readonly fetchInternal: FetchInternal;
  readonly log: Log;
  readonly now: () => Date;
}

/** Lifetime of a description in milliseconds: it contains defaults such as “today”. */
const REFRESH_MS = 30_000;
const RETRY_MS = 2_000;
/**
 * Timeout of a request for descriptions, in milliseconds. Full ones are made on first use, in turns, which takes a busy
 * process several seconds; a document of short ones would lack all answers.
 */
const TIMEOUT_MS = { short: 5_000, full: 30_000 } as const;

interface CachedNamespaces {
  readonly at: number;
  /** The languages that the description enumerates. */
  readonly codes: readonly Language[];
  readonly namespaces: RouteDescriptions['namespaces'];
}

/** The description of a service that has never answered; one object, since a new object counts as a change. */
const UNKNOWN: RouteDescriptions['namespaces'] = {};

const keyOf = (service: ServiceName, language: string, detail: Detail): string => `${service} ${language} ${detail}`;

const templatesOfLarge = (namespaces: RouteDescriptions['namespaces']): string[] =>
  Object.values(namespaces)
    .flatMap((routes) => Object.values(routes))
    .flatMap(({ large, template }) => (large === true ? [template.toLowerCase()] : []));

/** True if a path matches a template: `/a/v1/things/{id}`. */
const fits = (path: string, template: string): boolean => {
  const [asked, wanted] = [path.toLowerCase().split('/'), template.split('/')];
  return asked.length === wanted.length && wanted.every((part, index) => part.startsWith('{') || part === asked[index]);
};

/**
 * Returns the last description if the received one is equal, so that the documents made of it stay valid. Other requests
 * are answered between two namespaces.
 */
const lastIfEqual = async (
  last: RouteDescriptions['namespaces'] | undefined,
  received: RouteDescriptions['namespaces'],
): Promise<RouteDescriptions['namespaces']> => {
  if (last === undefined || !isDeepStrictEqual(Object.keys(last), Object.keys(received))) return received;
  const pause = createPause();
  for (const [namespace, routes] of Object.entries(received)) {
    await pause();
    if (!isDeepStrictEqual(last[namespace], routes)) return received;
  }
  return last;
};

export const createDirectory = ({ services, fetchInternal, log, now }: DirectoryOptions): Directory => {
  const owners = new Map([...namespaceOwners].filter(([, service]) => services.includes(service)));
  const delegated = new Map([...routeOwners].filter(([, service]) => services.includes(service)));
  const known = new Map<string, CachedNamespaces>();
  const large = new Map<ServiceName, readonly string[]>();
  const versions = new Map<ServiceName, string>();
  const missing = new Set<ServiceName>();
  const asking = new Map<string, Promise<RouteDescriptions['namespaces']>>();
  const shared = createSharedValues<ReadonlyMap<string, NamespaceRoutes>>();
  let changes = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const ask = async (
    service: ServiceName,
    language: string,
    detail: Detail,
  ): Promise<RouteDescriptions['namespaces']> => {
    // for a service of an earlier release: a change while it describes its routes makes the description outdated
    const before = languageCodes();
    const asked = { language, send: { detail }, timeout: TIMEOUT_MS[detail] };
    const { body, refused } = await askOf(fetchInternal, describeRoutesOfService, service, asked);
    if (refused !== undefined) throw new ServiceUnavailableError(service, { cause: refused });
    // a replica may learn of a change of the languages later than this gateway, or sooner
    const { languages: codes = before } = body;
    // the contract checks only the members that the gateway needs
    const described: object = body;
    const key = keyOf(service, language, detail);
    const last = known.get(key)?.namespaces;
    const namespaces = await lastIfEqual(last, (described as RouteDescriptions).namespaces);
    for (const namespace of Object.keys(namespaces).map((name) => name.toLowerCase())) {
      if (!namespaceOwners.has(namespace)) owners.set(namespace, service);
    }
    known.set(key, { at: now().getTime(), codes, namespaces });
    if (body.version !== undefined) versions.set(service, body.version);
    if (namespaces !== last) changes += 1;
    large.set(service, templatesOfLarge(namespaces));
    missing.delete(service);
    return namespaces;
  };

  /** Concurrent callers share one request to the service. */
  const askOnce = (
    service: ServiceName,
    language: string,
    detail: Detail,
  ): Promise<RouteDescriptions['namespaces']> => {
    const key = keyOf(service, language, detail);
    const asked = asking.get(key) ?? ask(service, language, detail).finally(() => asking.delete(key));
    asking.set(key, asked);
    return asked;
  };

  const isCurrent = ({ codes, at }: CachedNamespaces): boolean =>
    now().getTime() - at < REFRESH_MS && isDeepStrictEqual(codes, languageCodes());

  const routesOf = async (
    service: ServiceName,
    language: string,
    detail: Detail,
  ): Promise<RouteDescriptions['namespaces']> => {
    const last = known.get(keyOf(service, language, detail));
    if (last !== undefined && isCurrent(last)) return last.namespaces;
    try {
      return await askOnce(service, language, detail);
    } catch (error) {
      if (!serviceErrors.serviceUnavailable.matches(error)) throw error;
      missing.add(service);
      log.warn({ service }, 'the service does not answer with its routes; using its last known routes');
      const lastKnown = last ?? known.get(keyOf(service, language, 'short'));
      return lastKnown?.namespaces ?? UNKNOWN;
    }
  };

  const source = sourceOf(() => changes);

  const routes: Directory['routes'] = async (language, detail) => {
    noteSource(source);
    if (missing.size > 0) noteUncounted('a service that does not answer');
    const asked = services.map((service) => known.get(keyOf(service, language, detail))?.at ?? 0);
    noteEnd(Math.min(...asked) + REFRESH_MS);
    const declared = await Promise.all(services.map((service) => routesOf(service, language, detail)));
    return shared(`${language} ${detail}`, declared, () => {
      const all = Map.groupBy(
        declared.flatMap((namespaces) => Object.entries(namespaces)),
        ([namespace]) => namespace,
      );
      const routesIn = (namespace: string): NamespaceRoutes =>
        Object.assign({}, ...(all.get(namespace) ?? []).map(([, routes]) => routes));
      return new Map(inIndexOrder(all.keys()).map((namespace) => [namespace, routesIn(namespace)]));
    });
  };

  const refresh = async (): Promise<void> => {
    await routes(defaultLanguage(), 'short');
    if (isStopped) return;
    timer = setTimeout(() => void refresh(), missing.size > 0 ? RETRY_MS : REFRESH_MS).unref();
  };

  return {
    find: (path) => {
      const namespace = namespaceOf(path, (name) => owners.has(name));
      const start = namespaceOf(path, (name) => delegated.has(name));
      const service = delegated.get(start ?? '') ?? owners.get(namespace ?? '');
      return namespace === undefined || service === undefined ? undefined : { namespace, service };
    },
    takesLargeBodies: (path) => [...large.values()].flat().some((template) => fits(path, template)),
    versionOf: (namespace) => {
      const service = owners.get(namespace);
      return service && versions.get(service);
    },
    namespaces: () => inIndexOrder(owners.keys()),
    routes,
    start: refresh,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
