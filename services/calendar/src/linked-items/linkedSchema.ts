import { z } from 'zod';
import type { LinkedKindNames } from '../content-items/itemKind.ts';
import { itemMembers, jsonLdSchema, ownMembers } from '../content-items/itemSchema.ts';
import { imageSchema } from '../images/imageSchema.ts';

/**
 * The shared members of venues and organizers. Empty ones are left out; a protected record shows its blanked ones
 * (docs/interface/calendar.md §5.2, §5.3).
 */
const linkedMembers = {
  ...itemMembers,
  author: z.string().optional(),
  url: z.string().optional(),
  description: z.string().optional(),
  excerpt: z.string().optional(),
  slug: z.string().optional(),
  image: z.union([imageSchema, z.literal(false)]).optional(),
  website: z.string().optional(),
  phone: z.string().optional(),
  json_ld: jsonLdSchema,
};

/** The schemas of a venue or an organizer within an event, by itself and in lists. */
export const linkedSchemas = (
  id: 'Venue' | 'Organizer',
  titleMember: LinkedKindNames['titleMember'],
  fields: Readonly<Record<string, z.ZodType>>,
) => {
  const members = { ...linkedMembers, [titleMember]: z.string().optional(), ...fields };
  return {
    within: z.strictObject(members).meta({ id: `${id}OfEvent` }),
    alone: z.strictObject({ ...members, ...ownMembers }).meta({ id }),
  };
};
