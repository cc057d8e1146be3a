import { type CoreApp, collections as coreCollections, createCore } from '@almanac/core/app';
import type { ServiceDefinition } from './serviceHost.ts';

/** Starts first: the others ask it. */
export const core: ServiceDefinition<CoreApp> = { name: 'core', collections: coreCollections, create: createCore };

/** The other services of a site. */
export const others: readonly ServiceDefinition[] = [];
