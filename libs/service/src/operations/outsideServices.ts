import type { tryOutside } from '@almanac/contracts';
import type { OutsideService } from '../service.ts';
import { tried } from './tried.ts';

type Signs = ReturnType<typeof tryOutside.parseAnswer>['services'];

/** Asks each for a sign of life, all at once; one that is slow keeps no other from its answer. */
export const signsOfLife = (services: readonly OutsideService[]): Promise<Signs> =>
  Promise.all(
    services.map(async (service) => {
      const { value, fault } = await tried(() => service.complaint());
      return { setting: service.setting, answers: fault === null, complaint: fault ?? value ?? null };
    }),
  );
