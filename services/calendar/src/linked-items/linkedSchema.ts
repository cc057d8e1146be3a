import { z } from 'zod';
import { itemMembers, jsonLdSchema } from '../content-items/itemSchema.ts';
import { imageSchema } from '../images/imageSchema.ts';

/**
 * What venues and organizers show beside their own members: empty ones are left out, blanked ones of a protected record
 * are there (docs/interface/calendar.md §5.2, §5.3).
 */
export const linkedMembers = {
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
