import { matchLanguage } from '@almanac/i18n';
import { expandCodes, hasCodes } from './codes.ts';
import type { UnitNote } from './document.ts';
import { XliffFault } from './fault.ts';
import type { ReadUnit } from './fileBuilder.ts';
import { isIdentity } from './identity.ts';
import type { ReadXliff } from './reading.ts';
import type { UnitState } from './states.ts';
import { xmlText } from './xmlText.ts';

/** The question that a file must answer. */
export interface ExpectedXliff {
  readonly original: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  /** The source of each unit by its id. */
  readonly sources: ReadonlyMap<string, string>;
}

interface UnitAnswer {
  readonly target: string;
  readonly state: UnitState;
  readonly notes: readonly UnitNote[];
}

export interface MatchedXliff {
  readonly units: ReadonlyMap<string, UnitAnswer>;
  /** Ids of units in the file that were not expected. */
  readonly unknown: readonly string[];
}

const mismatch = (reason: string): never => {
  throw new XliffFault('mismatch', 0, reason);
};

/** Requires the same main language: translation programs change and drop regions. A file may leave a language out. */
const requireLanguage = (which: 'source' | 'target', said: string, expected: string): void => {
  if (said !== '' && matchLanguage(said, [expected.toLowerCase()]) === undefined)
    mismatch(`its ${which} language is “${said}”, “${expected}” was expected`);
};

/** Normalizes blanks, since tools indent and wrap; all other text must be equal. */
const normalised = (text: string) => xmlText(text).replace(/\s+/g, ' ').trim();

/**
 * Returns the texts of a unit with the tags of the expected source in place of codes.
 * @throws XliffFault mismatch
 */
const markedUp = ({ id, source, target, line }: ReadUnit, expected: string): Pick<ReadUnit, 'source' | 'target'> => {
  if (!hasCodes(source) && !hasCodes(target)) return { source, target };
  const expanded = expandCodes({ source, target }, expected);
  if (!('unmatched' in expanded)) return expanded;
  throw new XliffFault('mismatch', line, `the code ${expanded.unmatched} of “${id}” matches no tag of the source`);
};

/** Removes the blanks around a translation that a program has put around its source too. */
const unindented = (target: string, source: string, expected: string): string => {
  const atStart = /^\s/.test(source) && !/^\s/.test(expected) ? target.trimStart() : target;
  return /\s$/.test(source) && !/\s$/.test(expected) ? atStart.trimEnd() : atStart;
};

/** Returns the id of the expected unit: that of the unit, or its name if a program has numbered the units anew. */
const expectedId = ({ id, name }: ReadUnit, sources: ExpectedXliff['sources']): string =>
  !sources.has(id) && name !== undefined && sources.has(name) ? name : id;

/**
 * Checks that a file answers the question, and returns its units.
 * @throws XliffFault mismatch, source-changed
 */
export const matchXliff = (file: ReadXliff, expected: ExpectedXliff): MatchedXliff => {
  if (!isIdentity(file.original, expected.original))
    mismatch('it belongs to another job, or to another revision of it');
  requireLanguage('source', file.sourceLanguage, expected.sourceLanguage);
  requireLanguage('target', file.targetLanguage, expected.targetLanguage);
  const units = new Map<string, UnitAnswer>();
  const unknown: string[] = [];
  for (const unit of file.units) {
    const { state, notes, line } = unit;
    const id = expectedId(unit, expected.sources);
    const asked = expected.sources.get(id);
    if (asked === undefined || units.has(id)) {
      unknown.push(unit.id);
      continue;
    }
    const { source, target } = markedUp(unit, asked);
    if (asked !== source && normalised(asked) !== normalised(source))
      throw new XliffFault('source-changed', line, `the source of “${id}” is no longer that of the file`);
    units.set(id, { target: unindented(target, source, asked), state, notes });
  }
  return { units, unknown };
};
