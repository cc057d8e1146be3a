import type { RestRequest } from '@almanac/rest';
import { slugOf } from '@almanac/text';
import { pageNotFound } from './errors.ts';
import type { RenderContext } from './renderContext.ts';

/**
 * Returns the term of an archive's path, by the last slug; the earlier segments are its parents.
 * A term in the language of the address precedes one in the default language.
 * Undefined if there is none.
 */
export const findNamedTerm = async <Term extends { readonly language: string }>(
  { captures }: Pick<RestRequest, 'captures'>,
  { language, site }: Pick<RenderContext, 'language' | 'site'>,
  withSlug: (slug: string) => Promise<readonly Term[]>,
): Promise<Term | undefined> => {
  const found = await withSlug(slugOf(captures.path?.split('/').findLast((each) => each !== '') ?? ''));
  const of = (wanted: string) => found.find((term) => term.language === wanted);
  return of(language) ?? of(site.default_language);
};

/** Returns the term of an archive's path. @throws DomainError 404 */
export const namedTerm = async <Term extends { readonly language: string }>(
  ...lookUp: Parameters<typeof findNamedTerm<Term>>
): Promise<Term> => {
  const term = await findNamedTerm(...lookUp);
  if (term === undefined) throw pageNotFound();
  return term;
};
