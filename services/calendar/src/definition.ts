import type { ServiceDefinition } from '@almanac/service';
import { collections, createCalendar, registrations } from './app.ts';
import { erasure } from './erasure.ts';

/** The calendar as the starters and operators' commands know it. */
export const definition: ServiceDefinition = {
  name: 'calendar',
  collections,
  registrations,
  erasure,
  create: (ports) => createCalendar(ports),
};
