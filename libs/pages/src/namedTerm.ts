import type { RestRequest } from '@almanac/rest';
import { slugOf } from '@almanac/text';
import { pageNotFound } from './pageNotFound.ts';
import type { RenderContext } from './renderContext.ts';

/**
 * The term whose archive the path names, by its own slug: those before it say where it stands. The one in the language
 * of the address comes before that in the default language.
 * @throws DomainError 404
 */
export const namedTerm = async <Term extends { readonly language: string }>(
  { captures }: Pick<RestRequest, 'captures'>,
  { language, site }: Pick<RenderContext, 'language' | 'site'>,
  withSlug: (slug: string) => Promise<readonly Term[]>,
): Promise<Term> => {
  const found = await withSlug(slugOf(captures.path?.split('/').findLast((each) => each !== '') ?? ''));
  const of = (wanted: string) => found.find((term) => term.language === wanted);
  const term = of(language) ?? of(site.default_language);
  if (term === undefined) throw pageNotFound();
  return term;
};
