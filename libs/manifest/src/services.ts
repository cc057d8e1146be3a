import { manifest } from './manifest.ts';
import type { ServiceEntry } from './schema.ts';

/** A service that there is. */
export type RunningService = keyof typeof manifest.services;
/** A service that there is, or for which a number is kept. */
export type ServiceName = RunningService | keyof typeof manifest.reserved;

const isRunningService = (name: string): name is RunningService => Object.hasOwn(manifest.services, name);

/** The services that there are; core comes first, since the others ask it. */
export const serviceNames: readonly RunningService[] = Object.keys(manifest.services).filter(isRunningService);

/** What the manifest says of a service. */
export const serviceEntry = (name: RunningService): ServiceEntry => manifest.services[name];

/** Every service but one. */
export const otherServices = (name: RunningService): readonly RunningService[] =>
  serviceNames.filter((each) => each !== name);

const numbers = Object.entries(manifest.services).map(([name, { number }]) => [name, number] as const);

/** The services and the numbers by which they own blocks of ids (`libs/event-sourcing`, numbers). Never changed. */
export const serviceNumbers = Object.fromEntries([
  ...numbers,
  ...Object.entries(manifest.reserved),
  // Object.fromEntries forgets the names
]) as Readonly<Record<ServiceName, number>>;

/** True for a service that there is, or for which a number is kept. */
export const isServiceName = (name: string): name is ServiceName => Object.hasOwn(serviceNumbers, name);

/** The names of databases begin with the prefix; sites that share a server differ in it. */
export const databaseOf = (prefix: string, service: string): string => `${prefix}-${service}`;

/** The name of the file of a service's database in a data folder. */
export const databaseFileOf = (service: string): string => `${service}.sqlite`;

/** Partitions of a topic. Never changed: where a record's events lie follows from it (docs/architecture.md §3). */
export const PARTITIONS = 12;

/** The topic of a service's integration events; sites that share brokers differ in the prefix. */
export const topicOf = (service: string, prefix = 'almanac'): string => `${prefix}.${service}.v1`;

/** The port on which each part listens in its container. */
export const PORT = 8080;
