import type { MachineText } from './machine.ts';

const ACUTES: ReadonlyMap<string, string> = new Map(
  [...'aeiouAEIOU'].map((vowel) => [vowel, `${vowel}\u0301`.normalize('NFC')]),
);

/** HTML comments and tags. A comment ends before the next begins, so that many unclosed ones take linear time. */
const TAGS = /(<!--(?:(?!<!--|-->)[\s\S])*-->|<\/?[A-Za-z][^<>]*>)/;

/** Untranslatable parts of a text: shortcodes, placeholders, addresses, entities. */
const UNTRANSLATABLE_PARTS = new RegExp(
  [
    String.raw`\[\[?\/?[A-Za-z][\w-]*(?:[ \t\n/][^[\]]*)?\]\]?`,
    String.raw`%(?:\d+\$)?[-+0#]?\d*(?:\.\d+)?[bcdeEfFgGosuxX]`,
    '%%',
    String.raw`\{\{?[A-Za-z_][\w.-]*\}\}?`,
    String.raw`\b(?:https?|ftp):\/\/[^\s<>"']+`,
    String.raw`\bwww\.[^\s<>"']+`,
    String.raw`\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+`,
    String.raw`&(?:#\d+|#[xX][\dA-Fa-f]+|[A-Za-z]\w*);`,
  ].join('|'),
  'g',
);

/**
 * Returns a text that differs visibly from its source and is still readable: vowels get acutes, and each run between
 * tags is set in guillemets. Tags, shortcodes, placeholders and addresses stay.
 */
export const pseudoText = (text: string): string =>
  text
    .split(TAGS)
    .map((part, index) => (index % 2 === 1 ? part : pseudoRun(part)))
    .join('');

const pseudoRun = (run: string): string => {
  const words = run.replace(UNTRANSLATABLE_PARTS, '');
  if (!/\p{L}/u.test(words)) return run;
  let made = '';
  let at = 0;
  for (const { 0: kept, index } of run.matchAll(UNTRANSLATABLE_PARTS)) {
    made += accented(run.slice(at, index)) + kept;
    at = index + kept.length;
  }
  return `«${made}${accented(run.slice(at))}»`;
};

const accented = (text: string): string => text.replace(/[aeiou]/gi, (vowel) => ACUTES.get(vowel) ?? vowel);

/** Machine translations without a machine. */
export const pseudoMachine: MachineText = { translate: async (texts) => texts.map(pseudoText) };
