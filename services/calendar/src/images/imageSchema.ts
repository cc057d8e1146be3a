import { z } from 'zod';

const measure = z.int().min(0).optional();

const imageSize = z
  .strictObject({ width: measure, height: measure, 'mime-type': z.string(), filesize: measure, url: z.string() })
  .meta({ id: 'ImageSize' });

/** An image within a record (docs/interface/calendar.md §5.4). */
export const imageSchema = z
  .strictObject({
    url: z.string(),
    id: z.int(),
    extension: z.string(),
    width: measure,
    height: measure,
    filesize: measure,
    sizes: z.record(z.string(), imageSize).optional(),
  })
  .meta({ id: 'Image' });
