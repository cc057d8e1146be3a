import { type ContentKind, contentTexts, declaredMeta, fieldUnit, type TranslatedField } from '@almanac/content-model';
import { coreErrors } from '../errors.ts';
import { writtenMeta } from './meta/writtenMeta.ts';
import { type Post, type PostFields, post, postEventTypes, posts } from './post.ts';
import { postScope, publicPath } from './postPath.ts';

type Meta = Pick<PostFields, 'meta'>;

/** Returns the translated field of a member of `meta`. */
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

/** The members of `meta` that the translation configuration may name. */
const translatedMeta: readonly TranslatedField<Meta>[] = [...declaredMeta.keys()].map(metaField);

type TranslatableFields = Pick<PostFields, 'title' | 'content' | 'excerpt' | 'meta'>;

/** Translatable fields of posts. */
export const postTexts: readonly TranslatedField<TranslatableFields>[] = [...contentTexts(), ...translatedMeta];

/** Posts as a kind of published content. */
export const postKind: ContentKind<Post, PostFields> = {
  aggregate: post,
  eventTypes: postEventTypes,
  collection: posts,
  noun: 'post',
  copied: [],
  translated: postTexts,
  scopeOf: postScope,
  pathOf: publicPath,
  notFound: () => coreErrors.unknownPost(),
  inTrash: coreErrors.alreadyTrashed,
};
