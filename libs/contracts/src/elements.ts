import type { ServiceName } from '@almanac/manifest';
import { z } from 'zod';

/** The types of translatable records, with the service that owns each (docs/interface/translation-jobs.md §1). */
const ownersOfElements = {
  post_post: 'core',
  post_cal_events: 'calendar',
  post_cal_venue: 'calendar',
  post_cal_organizer: 'calendar',
  tax_category: 'core',
  tax_post_tag: 'core',
  tax_cal_events_cat: 'calendar',
} as const satisfies Readonly<Record<string, ServiceName>>;

export type ElementType = keyof typeof ownersOfElements;
export type ElementOwner = (typeof ownersOfElements)[ElementType];

export const isElementType = (type: unknown): type is ElementType =>
  typeof type === 'string' && Object.hasOwn(ownersOfElements, type);

const elementTypes: readonly ElementType[] = Object.keys(ownersOfElements).filter(isElementType);

export const ownerOfElement = (type: ElementType): ElementOwner => ownersOfElements[type];

/** A record that can be translated, or a version of it. */
export const element = z.object({
  type: z.enum(elementTypes).meta({ description: 'Its kind, such as `post_post`.' }),
  id: z.int().positive().meta({ description: 'The id of the record.' }),
});
export type Element = z.infer<typeof element>;
