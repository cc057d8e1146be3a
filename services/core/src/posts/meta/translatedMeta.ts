import { fieldUnit, type TranslatedField } from '@almanac/content-model';
import type { PostFields } from '../post.ts';
import { declaredMeta } from './declaredMeta.ts';
import { writtenMeta } from './writtenMeta.ts';

type Meta = Pick<PostFields, 'meta'>;

/** A member of `meta`. */
const metaField = (name: string): TranslatedField<Meta> => ({
  unit: fieldUnit(name),
  name,
  optional: true,
  textOf: ({ meta }) => {
    const value = meta?.[name];
    return typeof value === 'string' ? value : undefined;
  },
  write: (text, { meta }, { unfilteredHtml }) => ({
    meta: { ...meta, ...writtenMeta({ [name]: text }, unfilteredHtml) },
  }),
  copy: (from, { meta: { [name]: _, ...others } }) => ({
    meta: Object.hasOwn(from.meta, name) ? { ...others, [name]: from.meta[name] } : others,
  }),
});

/** The members of `meta` that the configuration of translation may name. */
export const translatedMeta: readonly TranslatedField<Meta>[] = [...declaredMeta.keys()].map(metaField);
