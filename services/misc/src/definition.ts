import type { ServiceDefinition } from '@almanac/service';
import { collections, createMisc, registrations } from './app.ts';
import { erasure } from './erasure.ts';

/** Misc as the starters and operators' commands know it. */
export const definition: ServiceDefinition = {
  name: 'misc',
  collections,
  registrations,
  erasure,
  create: (ports) => createMisc(ports),
};
