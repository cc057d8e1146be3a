import type { UnitState } from './states.ts';

/** A note on a unit for translators: the place where its text appears, or its names. */
export interface UnitNote {
  readonly category: string;
  readonly text: string;
}

export interface XliffUnit {
  readonly id: string;
  readonly source: string;
  /** Empty if there is none. */
  readonly target: string;
  readonly state: UnitState;
  readonly notes: readonly UnitNote[];
}

/** One XLIFF file: the texts to translate together, between two languages, given as tags (`fr-CA`). */
export interface XliffDocument {
  /** The identity of the texts; `identityOf` creates one that cannot be guessed. */
  readonly original: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  /** The address where the source can be read; empty for none. */
  readonly reference: string;
  readonly units: readonly XliffUnit[];
}

export type XliffVersion = '1.2' | '2.0';

export const XLIFF_VERSIONS: readonly XliffVersion[] = ['1.2', '2.0'];

export const NAMESPACES = {
  '1.2': 'urn:oasis:names:tc:xliff:document:1.2',
  '2.0': 'urn:oasis:names:tc:xliff:document:2.0',
} as const satisfies Record<XliffVersion, string>;
