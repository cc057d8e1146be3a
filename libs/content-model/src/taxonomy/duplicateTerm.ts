import type { Documents } from '@almanac/documents';
import type { UnitOfWork } from '@almanac/event-sourcing';
import { foldText } from '@almanac/text';
import { exists } from '../publication/contentItem.ts';
import type { TermKind, TermState } from './term.ts';
import { termWithSlug } from './termSlugs.ts';

export interface WantedTerm {
  readonly name: string;
  /** The requested slug, cleaned; empty for none. */
  readonly slug: string;
  /** The slug derived from the name. */
  readonly slugOfName: string;
  readonly parent: number;
  readonly language: string;
}

const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Returns the id of the term that a new one would duplicate, by the rules of docs/interface/core-terms.md §4; undefined
 * if there is none.
 */
export const duplicateOf = async <State extends TermState>(
  unit: UnitOfWork,
  documents: Documents,
  kind: TermKind<State>,
  wanted: WantedTerm,
): Promise<number | undefined> => {
  const bearer = await bearerOf(unit, kind, wanted);
  const named = [...(await namesakes(documents, kind, wanted)), ...(bearer === undefined ? [] : [bearer])];
  const alike = named.filter(
    (term) =>
      asciiLower(term.name) === asciiLower(wanted.name) && (!kind.hierarchical || term.parent === wanted.parent),
  );
  const [first] = alike;
  if (first === undefined) return undefined;
  if (wanted.slug === '') {
    const same = kind.hierarchical ? alike.find((term) => term.name === wanted.name) : first;
    if (same !== undefined) return same.id;
  }
  if (bearer === undefined) return undefined;
  return !kind.hierarchical || bearer.parent === wanted.parent ? bearer.id : undefined;
};

/** Returns the term that has the slug of the new one. */
const bearerOf = async <State extends TermState>(
  unit: UnitOfWork,
  kind: TermKind<State>,
  wanted: WantedTerm,
): Promise<State | undefined> => {
  const slug = wanted.slug === '' ? wanted.slugOfName : wanted.slug;
  if (slug === '') return undefined;
  const id = await termWithSlug(unit, kind.noun, wanted.language, slug);
  return id === undefined ? undefined : unit.load(kind.aggregate, id);
};

const namesakes = async <State extends TermState>(
  documents: Documents,
  { collection, nameField }: TermKind<State>,
  wanted: WantedTerm,
): Promise<State[]> => {
  const found = await documents.find<State>(collection, {
    filter: { field: nameField, equals: foldText(wanted.name) },
  });
  return found.filter((term) => exists(term) && term.language === wanted.language);
};
