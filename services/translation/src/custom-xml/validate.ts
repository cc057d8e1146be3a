import type { TranslationRules } from '@almanac/contracts';
import { checkSchema } from './checkSchema.ts';
import { codes, type Entry, entry, placeOf } from './entry.ts';
import { readXml } from './readXml.ts';
import { rulesOf } from './rules.ts';
import { warningsOf } from './warnings.ts';

export interface Validated {
  /** In the order of the text. */
  readonly entries: readonly Entry[];
  /** Undefined for a text that is not valid; warnings leave it valid. */
  readonly rules: TranslationRules | undefined;
}

/** Half a character, which no encoding can hold. */
const unpairedAt = (text: string, at: number): Entry =>
  entry(3, codes.disallowedCharacter, placeOf(text, at), 'disallowed character.');

/** Validates a text (docs/interface/translation-config.md §2); a blank one is valid and says nothing. */
export const validate = (text: string): Validated => {
  if (text.trim() === '') return { entries: [], rules: rulesOf(undefined) };
  const unpaired = text.search(/\p{Surrogate}/u);
  if (unpaired !== -1) return { entries: [unpairedAt(text, unpaired)], rules: undefined };
  const root = readXml(text);
  if ('level' in root) return { entries: [root], rules: undefined };
  const faults = checkSchema(root);
  const isForeign = faults.some(({ code }) => code === codes.wrongRoot);
  const entries = [...faults, ...(isForeign ? [] : warningsOf(root))].sort((a, b) => a.line - b.line);
  return { entries, rules: entries.every(({ level }) => level === 1) ? rulesOf(root) : undefined };
};
