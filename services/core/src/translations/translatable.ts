import type { UnitOfWork } from '@almanac/aggregates';

/** Where a record stands among the languages (translation.md §3). */
export interface Standing {
  readonly language: string;
  /** The translation group; null for a record that stands alone. */
  readonly group: number | null;
  /** The languages in whose lists it shows: its own, and for the default language those without a translation (mode 2). */
  readonly languages: readonly string[];
}

/** A kind of record that is translated: how its members are asked and told where they stand. */
export interface Translatable {
  /** Part of the group's stream: `category`, `post_tag`, `post`. */
  readonly kind: string;
  /** Undefined for a record that is not there. */
  standing(unit: UnitOfWork, id: number): Promise<Standing | undefined>;
  /** Appends what has changed of it, and nothing otherwise. */
  stand(unit: UnitOfWork, id: number, next: Omit<Standing, 'language'>): Promise<void>;
}
