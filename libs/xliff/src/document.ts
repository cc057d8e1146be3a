import type { UnitState } from './states.ts';

/** What is said beside a unit for who translates it: where its text is shown, by which names it goes. */
export interface UnitNote {
  readonly category: string;
  readonly text: string;
}

export interface XliffUnit {
  readonly id: string;
  readonly source: string;
  /** Empty where there is none. */
  readonly target: string;
  readonly state: UnitState;
  readonly notes: readonly UnitNote[];
}

/** One file of XLIFF: everything that is to be translated together, between two languages, which are tags (`fr-CA`). */
export interface XliffDocument {
  /** Whose texts these are: `identityOf` makes one that cannot be guessed. */
  readonly original: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  /** Where the source can be read; empty for nowhere. */
  readonly reference: string;
  readonly units: readonly XliffUnit[];
}

export type XliffVersion = '1.2' | '2.0';

export const XLIFF_VERSIONS: readonly XliffVersion[] = ['1.2', '2.0'];

export const NAMESPACES = {
  '1.2': 'urn:oasis:names:tc:xliff:document:1.2',
  '2.0': 'urn:oasis:names:tc:xliff:document:2.0',
} as const satisfies Record<XliffVersion, string>;
