import type { UnitOfWork } from '@almanac/event-sourcing';
import { DomainError } from '@almanac/i18n';
import { noRules, type RulesInForce } from './rules.ts';

/** A version of a record as its group needs to know it. */
export interface Version {
  readonly id: number;
  readonly language: string;
  readonly group: number | null;
  /** Whether everybody may see it. */
  readonly public: boolean;
}

/** A version's membership, as its group decides it. */
export interface GroupMembership {
  readonly group: number;
  /** The language it was translated from; null for the original. */
  readonly source: string | null;
  /** The languages in whose lists it shows. */
  readonly languages: readonly string[];
}

/** A kind of record that is translated: how its versions are read and how their memberships are set. */
export interface Translatable {
  /** Part of the group's stream: `event`, `venue`, `organizer`, `category`. */
  readonly noun: string;
  /** Undefined for a record that is not there. */
  version(unit: UnitOfWork, id: number): Promise<Version | undefined>;
  /** Appends what is new of it, and nothing otherwise. */
  setMembership(unit: UnitOfWork, id: number, next: GroupMembership): Promise<void>;
}

/** The languages of the site. */
export interface SiteLanguages {
  readonly defaultLanguage: string;
  readonly languages: readonly string[];
  /** What is translated, and how lists show it; absent: everything, in mode 2. */
  readonly rules?: RulesInForce;
}

export const rulesOf = ({ rules = noRules }: Pick<SiteLanguages, 'rules'>): RulesInForce => rules;

/** The languages of the site with the rules as they are at each moment. */
export const withRules = (languages: SiteLanguages, current: () => RulesInForce): SiteLanguages => ({
  get defaultLanguage() {
    return languages.defaultLanguage;
  },
  languages: languages.languages,
  get rules() {
    return current();
  },
});

/** The source of a translation is in the trash, or gone for good: nothing is written of its translation. */
export class SourceGoneError extends DomainError {
  readonly forGood: boolean;
  constructor({ forGood }: { readonly forGood: boolean }) {
    super('i18n_source_gone', 409, 'What was translated is not there any more.');
    this.forGood = forGood;
  }
}
