import {
  collections as calendarCollections,
  registrations as calendarRegistrations,
  createCalendar,
} from '@almanac/calendar/app';
import {
  type CoreApp,
  collections as coreCollections,
  registrations as coreRegistrations,
  createCore,
} from '@almanac/core/app';
import { mediaOnDisk } from '@almanac/core/media-on-disk';
import { createMisc, collections as miscCollections, registrations as miscRegistrations } from '@almanac/misc/app';
import type { ServiceDefinition } from './serviceHost.ts';

/** Starts first: the others ask it. */
export const core: ServiceDefinition<CoreApp> = {
  name: 'core',
  collections: coreCollections,
  registrations: coreRegistrations,
  create: (ports) => createCore(ports, mediaOnDisk({ folder: ports.uploads })),
};

/** The other services of a site. */
export const others: readonly ServiceDefinition[] = [
  {
    name: 'calendar',
    collections: calendarCollections,
    registrations: calendarRegistrations,
    create: createCalendar,
  },
  { name: 'misc', collections: miscCollections, registrations: miscRegistrations, create: createMisc },
];
