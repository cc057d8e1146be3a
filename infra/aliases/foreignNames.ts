import names from './foreignNames.json' with { type: 'json' };

/** The kinds of records that importers create from records of other systems. */
export type RecordKind = 'post' | 'page' | 'medium' | 'event' | 'venue' | 'organizer';

/** The kinds of terms that importers create from terms of other systems. */
export type TermKind = 'category' | 'tag' | 'eventCategory';

interface ForeignNames {
  /** Kinds of records, by the foreign type. */
  readonly types: Readonly<Record<string, string>>;
  /** Kinds of terms, by the foreign taxonomy. */
  readonly taxonomies: Readonly<Record<string, string>>;
  /** Members of records, by the foreign meta key. */
  readonly flags: Readonly<Record<string, string>>;
  /** First segments of addresses that have no counterpart in Almanac. */
  readonly folders: readonly string[];
  readonly languages: typeof names.languages;
}

const RECORD_KINDS: readonly RecordKind[] = ['post', 'page', 'medium', 'event', 'venue', 'organizer'];
const TERM_KINDS: readonly TermKind[] = ['category', 'tag', 'eventCategory'];

/** The names of other systems that importers read. */
export const foreignNames: ForeignNames = names;

/** Returns the kind of a foreign type; undefined for a type that is not imported. */
export const recordKindOf = (type: string): RecordKind | undefined =>
  RECORD_KINDS.find((kind) => kind === foreignNames.types[type]);

/** Returns the kind of a foreign taxonomy; undefined for a taxonomy that is not imported. */
export const termKindOf = (taxonomy: string): TermKind | undefined =>
  TERM_KINDS.find((kind) => kind === foreignNames.taxonomies[taxonomy]);
