/** What an event costs, taken apart (calendar-v1.md §10.4). */
export interface Cost {
  /** As typed: numbers (`20.50`, `1,000`) and words (`Free`, `TBD`); a range has two. */
  readonly amounts: readonly string[];
  /** Empty: the site's is displayed. */
  readonly symbol: string;
  readonly position: 'prefix' | 'postfix' | '';
  readonly code: string;
}

export interface Currency {
  readonly symbol: string;
  readonly position: 'prefix' | 'postfix';
}

export const noCost: Cost = { amounts: [], symbol: '', position: '', code: '' };

const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}(?!\d)|\d+[.,]\d+|\d+|(?<![\p{L}\d])\.\d+`;
/** A currency sign, with up to three letters before it (`CA$`), a code of three letters, or a usual abbreviation. */
const SYMBOL = String.raw`(?:\p{Lu}{0,3}\p{Sc}|\p{Lu}{3}(?!\p{L})|(?:kr|zł|Kč|Ft|lei)(?!\p{L}))`;
const AMOUNT = new RegExp(
  String.raw`(?:(?<!\p{L})(?<before>${SYMBOL})\s*)?(?<number>${NUMBER})(?:\s*(?<after>${SYMBOL})(?!\s*\d))?`,
  'gu',
);

interface Entry extends Pick<Cost, 'symbol' | 'position'> {
  readonly amounts: readonly string[];
}

/**
 * Reads a cost: text, a number, or a list of them. A symbol is kept when every entry has the same one in the same
 * place.
 * @returns undefined for what is none of these
 */
export const parseCost = (sent: unknown): Cost | undefined => {
  const parts = Array.isArray(sent) ? sent : [sent];
  if (!parts.every((part) => typeof part === 'string' || Number.isFinite(part))) return undefined;
  const texts = parts.map((part) => String(part).trim()).filter((text) => text !== '');
  const entries = texts.map(entryOf);
  const [first] = entries;
  const common =
    first !== undefined && entries.every((e) => e.symbol === first.symbol && e.position === first.position);
  const amounts = entries.flatMap((entry) => entry.amounts);
  return { ...noCost, amounts, ...(common ? { symbol: first.symbol, position: first.position } : {}) };
};

const entryOf = (text: string): Entry => {
  const found = [...text.matchAll(AMOUNT)].map(({ groups = {} }) => groups);
  if (found.length === 0) return { amounts: [text], symbol: '', position: '' };
  const amounts = found.map((groups) => groups.number ?? '');
  if (/^\D*[-−]\d/u.test(text)) amounts[0] = `-${amounts[0]}`;
  const before = new Set(found.flatMap((groups) => groups.before ?? []));
  const after = new Set(found.flatMap((groups) => groups.after ?? []));
  if (before.size + after.size !== 1) return { amounts, symbol: '', position: '' };
  const [symbol = ''] = [...before, ...after];
  return { amounts, symbol, position: before.size === 1 ? 'prefix' : 'postfix' };
};

const isNumber = (amount: string): boolean => /\d/.test(amount);

/** The number that an amount says, in decimal notation; a word in lower case. */
const numberOf = (amount: string): string => {
  if (!isNumber(amount)) return amount.toLowerCase();
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(amount)
    ? amount.replaceAll(',', '')
    : /[.].*[.,]/.test(amount)
      ? amount.replaceAll('.', '').replace(',', '.')
      : amount.replace(',', '.');
  return Number(plain) === 0 ? '0' : plain;
};

/** Where an amount stands among the others: words first, but for `Free`, which is nought. */
const rank = (amount: string): number => {
  if (isNumber(amount)) return Number(numberOf(amount));
  return numberOf(amount) === 'free' ? 0 : Number.NEGATIVE_INFINITY;
};

const sorted = (cost: Cost): string[] => [...cost.amounts].sort((a, b) => rank(a) - rank(b) || 0);

/** The values of a cost, ascending: `["20", "35"]`, `["free"]`. */
export const costValues = (cost: Cost): string[] => sorted(cost).map(numberOf);

/** The text that is shown, not yet escaped: `$20`, `Free`, `$10 – $20`, empty for none. */
export const displayCost = (cost: Cost, site: Currency): string => {
  const symbol = cost.symbol === '' ? site.symbol : cost.symbol;
  const position = cost.position === '' ? site.position : cost.position;
  const shown = (amount: string): string => {
    if (!isNumber(amount)) return numberOf(amount) === 'free' ? 'Free' : amount;
    if (numberOf(amount) === '0') return 'Free';
    const [sign, size] = amount.startsWith('-') ? ['-', amount.slice(1)] : ['', amount];
    return position === 'prefix' ? `${sign}${symbol}${size}` : `${sign}${size}${symbol}`;
  };
  const range = sorted(cost).map(shown);
  const [first = '', last = ''] = [range[0], range.at(-1)];
  return first === last ? first : `${first} – ${last}`;
};
