import type { ServiceDefinition } from '@almanac/service';
import { collections, createMisc, registrations } from './app.ts';

/** Misc as the starters and operators' commands know it. */
export const definition: ServiceDefinition = {
  name: 'misc',
  collections,
  registrations,
  create: (ports) => createMisc(ports),
};
