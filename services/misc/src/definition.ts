import type { ServiceDefinition } from '@almanac/service';
import { collections, createMisc, registrations } from './app.ts';
import { erasure } from './erasure.ts';
import { readOutsideServices } from './outsideServices.ts';
import { secondStepOutside } from './second-step/secondStepSettings.ts';
import { readSocialProvider } from './social/socialSettings.ts';
import { readVendor } from './subscription/vendor.ts';

/** Misc as the starters and operators' commands know it. */
export const definition: ServiceDefinition = {
  name: 'misc',
  collections,
  registrations,
  erasure,
  create: (ports, own) =>
    createMisc(ports, {
      ...secondStepOutside(own),
      vendor: readVendor(own),
      socialProvider: readSocialProvider(own),
      outside: readOutsideServices(own),
    }),
};
