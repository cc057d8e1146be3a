import { z } from 'zod';
import { declaredMeta, type MetaKind } from './declaredMeta.ts';

const schemas: Readonly<Record<MetaKind, z.ZodType>> = {
  boolean: z.boolean(),
  text: z.string(),
  separator: z.string(),
  numbers: z.array(z.number()),
  footnotes: z.string(),
};

/** Schema of the member `meta` of answers: every declared member (docs/interface/core-posts.md §9). */
export const metaSchema = z
  .strictObject(Object.fromEntries([...declaredMeta].map(([name, kind]) => [name, schemas[kind]])))
  .meta({ id: 'Meta' });
