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

const showing = serviceNames.filter((name) => serviceEntry(name).pages.length > 0);

/** Whether a service shows pages of its records. */
export const hasPages = (name: ServiceName): boolean => showing.some((each) => each === name);

// the manifest's check refuses one without such a service
const [othersOwner = 'core'] = showing.filter((name) => serviceEntry(name).pages === 'others');
const owners = new Map(
  showing.flatMap((name) => {
    const { pages } = serviceEntry(name);
    return pages === 'others' ? [] : pages.map((segment) => [segment, name] as const);
  }),
);

/** The service that shows the pages below a first segment, in small letters (docs/interface/pages.md §1). */
export const pageOwner = (segment: string): RunningService => owners.get(segment) ?? othersOwner;

/** Ids are given in blocks of a thousand, every eighth to the same service (docs/architecture.md §2). */
const BLOCK = 1_000;
const OWNERS = 8;

/** The service that gave a record its id; undefined for one that no service gives. */
export const ownerOfId = (id: number): ServiceName | undefined => {
  const turn = Math.floor((id - 1) / BLOCK) % OWNERS;
  return Object.keys(serviceNumbers)
    .filter(isServiceName)
    .find((name) => serviceNumbers[name] === turn);
};
