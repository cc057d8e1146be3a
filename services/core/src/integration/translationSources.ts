import { type ReadSources, sourceRecords, sourcesRoute, termTexts } from '@almanac/content-model';
import { type ElementType, readSourcesOfCore } from '@almanac/contracts';
import type { Route } from '@almanac/rest';
import { plainTitle } from '@almanac/text';
import type { Core } from '../core.ts';
import { type Post, posts } from '../posts/post.ts';
import { postKind, postTexts } from '../posts/postKind.ts';
import { termsById } from '../terms/readModels/termList.ts';
import { categories, type Taxonomy, type Term, tags } from '../terms/term.ts';
import { termPaths } from '../terms/termRecord.ts';

/** Route by which the translation service reads core's translatable posts, pages and terms. */
export const translationSources = (core: Core): Route =>
  sourcesRoute(
    readSourcesOfCore,
    new Map<ElementType, ReadSources>([
      ['post_post', (ids) => postSources(core, ids)],
      ['tax_category', (ids) => termSources(core, 'tax_category', categories, ids)],
      ['tax_post_tag', (ids) => termSources(core, 'tax_post_tag', tags, ids)],
    ]),
  );

/** Returns posts and pages as sources, each by the rule of its type. */
export const postSources = async (core: Core, ids: readonly number[]) =>
  sourceRecords(
    core,
    {
      type: 'post_post',
      noun: postKind.noun,
      translated: postTexts,
      kindOf: ({ type }: Post) => type,
      shown: ({ title, path, status }: Post) => ({ title: plainTitle(title), path, status }),
    },
    await core.documents.getMany<Post>(posts, ids),
  );

const termSources = async (core: Core, type: ElementType, taxonomy: Taxonomy, ids: readonly number[]) => {
  const terms = await termsById(core.documents, taxonomy, ids);
  const pathOf = await termPaths(core, taxonomy, terms);
  return sourceRecords(
    core,
    {
      type,
      noun: taxonomy.noun,
      translated: termTexts,
      shown: (term: Term) => ({ title: plainTitle(term.name), path: pathOf(term), status: 'publish' }),
    },
    terms,
  );
};
