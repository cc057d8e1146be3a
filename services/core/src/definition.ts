import type { ServiceDefinition } from '@almanac/service';

export type { FirstCredentials } from './accounts/firstStart.ts';

import { type CoreApp, collections, createCore, registrations } from './app.ts';
import { erasure } from './erasure.ts';
import { mediaOnDisk } from './media/mediaOnDisk.ts';

/** Definition of core for starters and operators' commands. All replicas share the same media folder. */
export const definition: ServiceDefinition<CoreApp> = {
  name: 'core',
  collections,
  registrations,
  erasure,
  create: (ports, { MEDIA_FOLDER = './media' }) => createCore(ports, mediaOnDisk({ folder: MEDIA_FOLDER })),
};
