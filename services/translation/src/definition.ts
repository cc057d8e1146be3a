import type { ServiceDefinition } from '@almanac/service';
import { collections, createTranslation, registrations } from './app.ts';
import { erasure } from './erasure.ts';
import { openMoFolders } from './moFolders.ts';
import { outsideServices, readOutside } from './remote/remoteSettings.ts';

/** The definition of translation for starters and operators' commands. */
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
