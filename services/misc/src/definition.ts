import type { ServiceDefinition } from '@almanac/service';
import { collections, createMisc, registrations } from './app.ts';
import { readSocialProvider } from './builder/social/socialSettings.ts';
import { erasure } from './erasure.ts';
import { readVendor } from './installer/subscription/vendor.ts';
import { secondStepOutside } from './login/secondStepSettings.ts';
import { readOutsideServices } from './outsideServices.ts';

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
