import type { TermKind } from '../../aliases/foreignNames.ts';
import { RefusedError, type SiteClient } from '../siteClient.ts';
import type { ExportedTerm } from './readExport.ts';
import { inLanguage } from './siteRecords.ts';

interface Term {
  readonly id: number;
  readonly slug: string;
  readonly i18n?: { readonly language: string };
}

/** A term of the file with the language of the site in which it is created; undefined for the site's own. */
export interface PlacedTerm extends ExportedTerm {
  readonly siteLanguage: string | undefined;
}

/** The terms of a kind on the site. */
export interface Terms {
  /** Returns the id of a term for a record in a language, else of that slug in another language. */
  idOf(slug: string, language: string | undefined): number | undefined;
  readonly created: number;
}

const PAGE_SIZE = 50;
const PATHS: Readonly<Record<TermKind, string>> = {
  category: '/core/v2/categories',
  tag: '/core/v2/tags',
  eventCategory: '/cal/events/v1/categories',
};

/**
 * Finds the terms of a file on the site by slug and language, after creating missing ones. Parents and originals are
 * created first. A term whose name is taken under the same parent counts as that term. Existing terms never change.
 */
export const ensureTerms = async (site: SiteClient, kind: TermKind, terms: readonly PlacedTerm[]): Promise<Terms> => {
  const ids = new Map<string, number>();
  const anyLanguage = new Map<string, number>();
  const originals = new Map<string, number>();
  let created = 0;
  // sites write the percent-encoding of a slug in either case
  const keyOf = (slug: string, language = ''): string => `${language}/${slug.toLowerCase()}`;
  const keep = (slug: string, language: string | undefined, id: number): void => {
    ids.set(keyOf(slug, language), id);
    if (!anyLanguage.has(keyOf(slug))) anyLanguage.set(keyOf(slug), id);
  };
  if (terms.length > 0) {
    for (const language of new Set(terms.map(({ siteLanguage }) => siteLanguage))) {
      for (const { slug, id, i18n } of await existing(site, kind, language))
        if (language === undefined || i18n === undefined || i18n.language === language) keep(slug, language, id);
    }
  }
  const bySlug = new Map(terms.map((term) => [keyOf(term.slug, term.siteLanguage), term]));
  const ensure = async (term: PlacedTerm, below: readonly string[]): Promise<void> => {
    const { slug, siteLanguage, group } = term;
    const key = keyOf(slug, siteLanguage);
    if (!ids.has(key) && !below.includes(slug)) {
      const above = bySlug.get(keyOf(term.parent, siteLanguage));
      if (above !== undefined) await ensure(above, [...below, slug]);
      const parent = ids.get(keyOf(term.parent, siteLanguage));
      const original = originals.get(group);
      const body = {
        ...bodyOf(term),
        ...(parent !== undefined && { parent }),
        ...(original !== undefined && { translation_of: original }),
      };
      const { id, isNew } = await create(site, inLanguage(PATHS[kind], siteLanguage), body);
      keep(slug, siteLanguage, id);
      if (isNew) created += 1;
    }
    const id = ids.get(key);
    if (group !== '' && id !== undefined && !originals.has(group)) originals.set(group, id);
  };
  for (const term of terms.toSorted((one, other) => Number(one.isTranslation) - Number(other.isTranslation)))
    await ensure(term, []);
  return { created, idOf: (slug, language) => ids.get(keyOf(slug, language)) ?? anyLanguage.get(keyOf(slug)) };
};

const bodyOf = ({ name, slug, description }: ExportedTerm) => ({ name: name || slug, slug, description });

const existing = async (site: SiteClient, kind: TermKind, language: string | undefined): Promise<Term[]> => {
  const all: Term[] = [];
  for (let page = 1; ; page++) {
    const path = `${PATHS[kind]}?per_page=${PAGE_SIZE}&page=${page}&hide_empty=false`;
    const answer = await site.request<Term[] | { readonly categories: Term[] }>('GET', inLanguage(path, language));
    const terms = Array.isArray(answer) ? answer : answer.categories;
    all.push(...terms);
    if (terms.length < PAGE_SIZE) return all;
  }
};

/** Creates a term, or finds the one that has its name. */
const create = async (
  site: SiteClient,
  path: string,
  body: object,
): Promise<{ readonly id: number; readonly isNew: boolean }> => {
  try {
    return { id: (await site.request<Term>('POST', path, body)).id, isNew: true };
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'term_exists')
      return { id: Number(error.data.term_id), isNew: false };
    if (error instanceof RefusedError && 'translation_of' in body) {
      const { translation_of: _, ...alone } = body;
      return create(site, path, alone);
    }
    throw error;
  }
};
