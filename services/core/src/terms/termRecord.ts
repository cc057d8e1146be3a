import { ancestorsOf, type CategoryTree, i18nMembers, readTree } from '@almanac/content-model';
import { type Links, linkSet, type RestRequest, selfLink, viewsOf } from '@almanac/rest';
import { pagePath } from '../addresses.ts';
import type { Core } from '../core.ts';
import type { Context } from '../requestArgs.ts';
import { wantsLinks } from '../wantsLinks.ts';
import { termsById } from './readModels/termList.ts';
import type { Taxonomy, Term } from './term.ts';

export interface TermPresentation {
  readonly core: Core;
  readonly request: RestRequest<unknown>;
  readonly taxonomy: Taxonomy;
  readonly context: Context;
  /** False for a term shown after its deletion. */
  readonly links?: boolean;
}

/** Returns the function that renders one of the terms; shared data is read once. */
const termRenderer = async (renderContext: TermPresentation, terms: readonly Term[]) => {
  const { core, taxonomy, request, context } = renderContext;
  const ids = terms.map(({ id }) => id);
  const counted = request.wants('count') && context !== 'embed';
  const [counts, pathOf, i18nOf] = await Promise.all([
    counted ? core.namingPosts.countsOf(taxonomy.base, ids) : new Map<number, number>(),
    termPaths(core, taxonomy, terms),
    i18nMembers(core.documents, taxonomy.slug, context === 'embed' ? [] : terms, true),
  ]);
  return async (term: Term): Promise<object> => ({
    ...membersOf(renderContext, term, { count: counts.get(term.id) ?? 0, link: `${request.site}${pathOf(term)}` }),
    ...(context === 'embed' ? {} : { i18n: i18nOf(term) }),
    ...((renderContext.links ?? true) && wantsLinks(request) ? { _links: await linksOf(renderContext, term) } : {}),
  });
};

/** Renders terms in their order, as in answers (docs/interface/core-terms.md §3). */
export const renderTerms = async (renderContext: TermPresentation, terms: readonly Term[]): Promise<object[]> =>
  viewsOf(terms, await termRenderer(renderContext, terms));

export const renderTerm = async (renderContext: TermPresentation, term: Term): Promise<object> =>
  (await termRenderer(renderContext, [term]))(term);

/** Returns the members in the order that clients expect. */
const membersOf = (
  { taxonomy, context }: TermPresentation,
  term: Term,
  { count, link }: { readonly count: number; readonly link: string },
): object => {
  const { id, description, name, slug, parent } = term;
  if (context === 'embed') return { id, link, name, slug, taxonomy: taxonomy.slug };
  const above = taxonomy.hierarchical ? { parent } : {};
  return { id, count, description, link, name, slug, taxonomy: taxonomy.slug, ...above, meta: [] };
};

/** Returns a function from term to the path of its public address; a category's path contains its ancestors. */
export const termPaths = async (
  core: Pick<Core, 'documents' | 'languages'>,
  taxonomy: Taxonomy,
  terms: readonly Term[],
): Promise<(term: Term) => string> => {
  const { documents, languages } = core;
  const tree: CategoryTree = terms.some((term) => term.parent !== 0) ? await readTree(documents) : { parents: {} };
  const above = await termsById(
    documents,
    taxonomy,
    terms.flatMap(({ id }) => ancestorsOf(tree, id)),
  );
  const slugs = new Map(above.map((term) => [term.id, term.slug]));
  return ({ id, language, slug }) => {
    const ancestors = ancestorsOf(tree, id)
      .toReversed()
      .map((each) => slugs.get(each) ?? String(each));
    return pagePath(language, languages.defaultLanguage, [taxonomy.segment, ...ancestors, slug]);
  };
};

const linksOf = async ({ request, taxonomy }: TermPresentation, { id, parent }: Term): Promise<Links> => {
  const root = `${request.apiRoot}/core/v2`;
  const collection = `${root}/${taxonomy.base}`;
  return linkSet({
    self: [await selfLink(`${collection}/${id}`, request)],
    collection: [{ href: collection }],
    about: [{ href: `${root}/taxonomies/${taxonomy.slug}` }],
    up: parent === 0 ? undefined : [{ embeddable: true, href: `${collection}/${parent}` }],
    'core:post_type': [{ href: `${root}/posts?${taxonomy.base}=${id}` }],
  });
};
