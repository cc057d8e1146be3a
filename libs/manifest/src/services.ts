import { manifest } from './manifest.ts';
import type { ServiceEntry } from './schema.ts';

/** The name of an existing service. */
export type RunningService = keyof typeof manifest.services;
/** The name of an existing service, or of one with a reserved number. */
export type ServiceName = RunningService | keyof typeof manifest.reserved;

const isRunningService = (name: string): name is RunningService => Object.hasOwn(manifest.services, name);

/** The existing services; core comes first, because the others send it requests. */
export const serviceNames: readonly RunningService[] = Object.keys(manifest.services).filter(isRunningService);

/** Returns the manifest's entry of a service. */
export const serviceEntry = (name: RunningService): ServiceEntry => manifest.services[name];

/** Returns all services except one. */
export const otherServices = (name: RunningService): readonly RunningService[] =>
  serviceNames.filter((each) => each !== name);

const numbers = Object.entries(manifest.services).map(([name, { number }]) => [name, number] as const);

/** The services with the numbers by which they own blocks of ids (`libs/event-sourcing`, numbers). Never changed. */
export const serviceNumbers = Object.fromEntries([
  ...numbers,
  ...Object.entries(manifest.reserved),
  // Object.fromEntries loses the names
]) as Readonly<Record<ServiceName, number>>;

/** True for an existing service, or one with a reserved number. */
export const isServiceName = (name: string): name is ServiceName => Object.hasOwn(serviceNumbers, name);

/** Returns the name of a service's database; sites that share a server have different prefixes. */
export const databaseOf = (prefix: string, service: string): string => `${prefix}-${service}`;

/** Returns the file name of a service's database in a data folder. */
export const databaseFileOf = (service: string): string => `${service}.sqlite`;

/** Partitions of a topic. Never changed, because it determines the partition of a record (docs/architecture.md §3). */
export const PARTITIONS = 12;

/** Returns the topic of a service's integration events; sites that share brokers have different prefixes. */
export const topicOf = (service: string, prefix = 'almanac'): string => `${prefix}.${service}.v1`;

/** The port on which each part listens in its container. */
export const PORT = 8080;
