import type { TranslationRules } from '@almanac/contracts';
import { checkSchema } from './checkSchema.ts';
import { codes, type Entry, entry, placeOf } from './entry.ts';
import { readXml } from './readXml.ts';
import { rulesOf } from './rules.ts';
import { warningsOf } from './warnings.ts';

export interface ValidConfiguration {
  /** The entries in the order of the text. */
  readonly entries: readonly Entry[];
  /** The rules of a valid text; undefined for an invalid one. Warnings do not make it invalid. */
  readonly rules: TranslationRules | undefined;
}

/** Returns the fault of an unpaired surrogate, which no encoding can represent. */
const unpairedAt = (text: string, at: number): Entry =>
  entry(3, codes.disallowedCharacter, placeOf(text, at), 'disallowed character.');

/** Validates a text (docs/interface/translation-config.md §2). A blank text is valid and has no rules. */
export const validate = (text: string): ValidConfiguration => {
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
