import type { ServiceDefinition } from '@almanac/service';
import { collections, createRedirection, registrations } from './app.ts';
import { erasure } from './erasure.ts';

/** Redirection as the starters and operators' commands know it. */
export const definition: ServiceDefinition = {
  name: 'redirection',
  collections,
  registrations,
  erasure,
  create: (ports) => createRedirection(ports),
};
