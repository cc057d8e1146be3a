import { manifest } from './manifest.ts';
import {
  isServiceName,
  type RunningService,
  type ServiceName,
  serviceEntry,
  serviceNames,
  serviceNumbers,
} from './services.ts';

/** The service of each namespace, in the order of the site index. */
export const namespaceOwners: ReadonlyMap<string, ServiceName> = new Map(Object.entries(manifest.namespaces));

/** The service of routes within another service's namespace, by the start of their paths: `core/v2/plugins`. */
export const routeOwners: ReadonlyMap<string, ServiceName> = new Map(Object.entries(manifest.routes));

const showing = serviceNames.filter((name) => serviceEntry(name).pages.length > 0);

/** True if a service shows pages of its records. */
export const hasPages = (name: ServiceName): boolean => showing.some((each) => each === name);

// `manifestFaults` refuses a manifest without such a service
const [othersOwner = 'core'] = showing.filter((name) => serviceEntry(name).pages === 'others');
const owners = new Map(
  showing.flatMap((name) => {
    const { pages } = serviceEntry(name);
    return pages === 'others' ? [] : pages.map((segment) => [segment, name] as const);
  }),
);

/** Returns the service that shows the pages below a first segment in lower case (docs/interface/pages.md §1). */
export const pageOwner = (segment: string): RunningService => owners.get(segment) ?? othersOwner;

/** Ids are allocated in blocks of a thousand; every eighth block belongs to one service (docs/architecture.md §2). */
const BLOCK = 1_000;
const OWNERS = 8;

/** Returns the service that allocated a record's id; undefined for an id of no service. */
export const ownerOfId = (id: number): ServiceName | undefined => {
  const turn = Math.floor((id - 1) / BLOCK) % OWNERS;
  return Object.keys(serviceNumbers)
    .filter(isServiceName)
    .find((name) => serviceNumbers[name] === turn);
};
