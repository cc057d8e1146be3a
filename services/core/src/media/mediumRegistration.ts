import type { Registration } from '@almanac/write-side';
import { mediumNames } from './mediaSlugs.ts';
import { type Medium, type MediumEvent, media, medium } from './medium.ts';
import { writtenMedium } from './writtenMedium.ts';

export const mediumRegistration: Registration<Medium, MediumEvent> = {
  aggregate: medium,
  collection: media,
  isGone: (state) => state.deleted,
  names: mediumNames,
  written: writtenMedium,
};
