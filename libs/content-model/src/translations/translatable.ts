import type { UnitOfWork } from '@almanac/event-sourcing';
import { noRules, type RulesInForce } from './rules.ts';

/** A version of a record, with the data that its group needs. */
export interface Version {
  readonly id: number;
  readonly language: string;
  readonly group: number | null;
  /** True if the version is public. */
  readonly public: boolean;
}

/** A version's membership, as decided by its group. */
export interface GroupMembership {
  readonly group: number;
  /** The language it was translated from; null for the original. */
  readonly source: string | null;
  /** The languages whose lists show the version. */
  readonly languages: readonly string[];
}

/** A kind of record that is translated: how its versions are read and how their memberships are set. */
export interface Translatable {
  /** Part of the group's stream: `event`, `venue`, `organizer`, `category`. */
  readonly noun: string;
  /** Returns a version; undefined for a missing record. */
  version(unit: UnitOfWork, id: number): Promise<Version | undefined>;
  /** Appends the changes of a version's membership; nothing if it has not changed. */
  setMembership(unit: UnitOfWork, id: number, next: GroupMembership): Promise<void>;
}

/** The languages of the site. */
export interface SiteLanguages {
  readonly defaultLanguage: string;
  readonly languages: readonly string[];
  /** Languages of which older records of the default language do not know; absent: none. */
  readonly laterLanguages?: readonly string[];
  /** The rules of translation and of lists; absent: everything is translated, in mode 2. */
  readonly rules?: RulesInForce;
}

export const rulesOf = ({ rules = noRules }: Pick<SiteLanguages, 'rules'>): RulesInForce => rules;

/** Returns the site's languages with rules that are read at each access. */
export const withRules = (languages: SiteLanguages, current: () => RulesInForce): SiteLanguages => ({
  get defaultLanguage() {
    return languages.defaultLanguage;
  },
  get languages() {
    return languages.languages;
  },
  get laterLanguages() {
    return languages.laterLanguages ?? [];
  },
  get rules() {
    return current();
  },
});
