import { z } from 'zod';

const size = z.union([z.int(), z.string()]).nullable().optional();

/** Embed data of a page (docs/interface/oembed.md §1); providers may add members. */
export const embedSchema = z
  .looseObject({
    type: z.string().optional(),
    version: z.union([z.string(), z.number()]).optional(),
    title: z.string().nullable().optional(),
    html: z.string().nullable().optional(),
    width: size,
    height: size,
  })
  .meta({ id: 'Embed' });
