import type { ServiceDefinition } from '@almanac/service';
import { collections, createGuestbook, registrations } from './app.ts';
import { erasure } from './erasure.ts';

/** The guest book as the starters and operators' commands know it. */
export const definition: ServiceDefinition = {
  name: 'guestbook',
  collections,
  registrations,
  erasure,
  create: (ports, own) => createGuestbook(ports, own),
};
