import type { ServiceDefinition } from '@almanac/service';
import { collections, createRedirection, registrations } from './app.ts';
import { erasure } from './erasure.ts';

/** The definition of redirection for starters and operators' commands. */
export const definition: ServiceDefinition = {
  name: 'redirection',
  collections,
  registrations,
  erasure,
  create: (ports) => createRedirection(ports),
};
