import type { ServiceDefinition } from '@almanac/service';
import { collections, createTranslation, registrations } from './app.ts';
import { erasure } from './erasure.ts';
import { openMoFolders } from './moFolders.ts';
import { outsideServices, readOutside } from './remote/remoteSettings.ts';

/** Translation as the starters and operators' commands know it. */
export const definition: ServiceDefinition = {
  name: 'translation',
  collections,
  registrations,
  erasure,
  create: (ports, own) => ({
    ...createTranslation(ports, { ...readOutside(own, ports.now), moFolders: openMoFolders(own) }),
    outside: async () => outsideServices(own),
  }),
};
