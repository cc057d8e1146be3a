import type { ServiceDefinition } from '@almanac/service';
import { collections, createCalendar, registrations } from './app.ts';

/** The calendar as the starters and operators' commands know it. */
export const definition: ServiceDefinition = {
  name: 'calendar',
  collections,
  registrations,
  create: (ports) => createCalendar(ports),
};
