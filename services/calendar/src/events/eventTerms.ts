import { createTerm } from '@almanac/content-model';
import type { UnitOfWork } from '@almanac/event-sourcing';
import { forbidden, invalidParams } from '@almanac/rest';
import { foldText, plainName, slugOf } from '@almanac/text';
import type { Calendar } from '../calendar.ts';
import type { RequestTags } from '../content-items/createMissingInCore.ts';
import type { Writing } from '../content-items/writeItem.ts';
import { calendarErrors } from '../errors.ts';
import { type Category, categoryKind, categoryTaxonomy } from '../terms/category.ts';
import { tagTaxonomy } from '../terms/tagCopies.ts';
import { dryRunTags, ensureTags } from '../terms/tagsOfCore.ts';
import type { Taxonomy, Term } from '../terms/term.ts';
import { type Naming, namingOf, termsBySlug, termsInLanguage } from '../terms/termLookup.ts';
import { mayManage } from '../terms/termWriting.ts';

/** A term as a client sends it: a slug, an id or a name, or the id of a term in the form of the view. */
export type TermReference = string | { readonly id: number };

interface ResolvedTerms {
  /** Ids by the sent value. */
  readonly ids: Map<TermReference, number>;
  /** Sent names of unknown terms. */
  readonly names: readonly string[];
}

/** Returns the possible id of a reference; undefined for a text that is not an id. */
const idIn = (value: TermReference): number | undefined => {
  if (typeof value !== 'string') return value.id;
  return /^\d+$/.test(value) ? Number(value) : undefined;
};

/**
 * Returns the terms that the sent values name: first as slug, then id, then name (docs/interface/calendar.md §10.1).
 * A version in the event's language replaces the term (docs/interface/translation.md §2).
 * @throws DomainError 400 for an unknown id, also if it is sent as digits
 */
const knownTerms = async (
  { documents }: Calendar,
  taxonomy: Taxonomy,
  { argument, values }: { readonly argument: string; readonly values: readonly TermReference[] },
  naming: Naming,
): Promise<ResolvedTerms> => {
  if (values.length === 0) return { ids: new Map(), names: [] };
  const ids = new Map<TermReference, number>();
  const texts = values.filter((value) => typeof value === 'string');
  const bySlug = await termsBySlug(documents, taxonomy, texts.map(slugOf), naming);
  const numbers = values.flatMap((value) => idIn(value) ?? []);
  const byId = new Set((await documents.getMany<Term>(taxonomy.collection, numbers)).map((term) => term.id));
  const named = await termsNamed({ documents }, taxonomy, texts, naming);
  for (const value of values) {
    const number = idIn(value);
    const known = number !== undefined && byId.has(number) ? number : undefined;
    const id =
      typeof value === 'string' ? (bySlug.get(value)?.id ?? known ?? named.get(foldText(plainName(value)))) : known;
    if (id !== undefined) ids.set(value, id);
    else if (number !== undefined) throw invalidParams({ [argument]: '{name} names a term that does not exist.' });
  }
  const own = await termsInLanguage(documents, taxonomy, [...ids.values()], naming.language);
  return {
    ids: new Map([...ids].map(([value, id], index) => [value, own[index] ?? id])),
    names: texts.filter((value) => !ids.has(value)),
  };
};

const termsNamed = async (
  { documents }: Pick<Calendar, 'documents'>,
  taxonomy: Taxonomy,
  values: readonly string[],
  { language, defaultLanguage }: Naming,
): Promise<Map<string, number>> => {
  const names = values.map((value) => foldText(plainName(value)));
  if (names.length === 0) return new Map();
  const found = await documents.find<Term>(taxonomy.collection, { filter: { field: 'sortName', in: names } });
  const byName = new Map<string, number>();
  for (const wanted of [defaultLanguage, language]) {
    for (const term of found) if (term.language === wanted) byName.set(foldText(term.name), term.id);
  }
  return byName;
};

/** Returns a temporary id, as long as the longest ids. */
const temporaryIdOf = (index: number): number => Number.MAX_SAFE_INTEGER - index;

/** Returns the tags that a request names: existing ones, and those that core must create. */
export const requestTags = async (
  calendar: Calendar,
  values: readonly TermReference[] | undefined,
  naming: Naming,
): Promise<RequestTags> => {
  const { ids, names } = await knownTerms(calendar, tagTaxonomy, { argument: 'tags', values: values ?? [] }, naming);
  for (const [index, name] of names.entries()) ids.set(name, temporaryIdOf(index));
  let areNew = names.length > 0;
  return {
    ids: () => values && unique(values, ids),
    areNew: () => areNew,
    tryNew: () => dryRunTags(calendar, names, naming.language),
    makeNew: async () => {
      const made = await ensureTags(calendar, names, naming.language);
      for (const [index, name] of names.entries()) ids.set(name, made[index]?.id ?? 0);
      areNew = false;
    },
  };
};

/**
 * Returns the ids of an event's categories. Unknown names become new categories in the same commit, for callers who may
 * create categories.
 * @param made categories that this commit has already created, by their folded names
 * @throws DomainError 403; 400 for an unknown id, also if it is sent as digits
 */
export const eventCategories = async (
  { unit, calendar, principal, language }: Pick<Writing, 'unit' | 'calendar' | 'principal' | 'language'>,
  values: readonly TermReference[] | undefined,
  made = new Map<string, Category>(),
): Promise<readonly number[] | undefined> => {
  if (values === undefined) return undefined;
  const naming = namingOf(calendar, language);
  const { ids, names } = await knownTerms(calendar, categoryTaxonomy, { argument: 'categories', values }, naming);
  if (names.length > 0 && !mayManage(principal, categoryTaxonomy))
    throw forbidden(principal, calendarErrors.cannotCreateCategories);
  for (const sent of names) {
    const name = plainName(sent);
    if (name === '') continue;
    const known = made.get(foldText(name)) ?? (await makeCategory(unit, calendar, name, naming.language));
    made.set(foldText(name), known);
    ids.set(sent, known.id);
  }
  return unique(values, ids);
};

const makeCategory = async (
  unit: UnitOfWork,
  calendar: Calendar,
  name: string,
  language: string,
): Promise<Category> => {
  const id = await calendar.numbers.next('terms');
  return createTerm(unit, categoryKind, calendar, {
    id,
    name,
    slug: '',
    description: '',
    parent: 0,
    language,
    translationOf: undefined,
  });
};

const unique = (values: readonly TermReference[], ids: ReadonlyMap<TermReference, number>): number[] => [
  ...new Set(values.flatMap((value) => ids.get(value) ?? [])),
];
