/** The parsed cost of an event (docs/interface/calendar.md §10.4). */
export interface Cost {
  /** As typed: numbers (`20.50`, `1,000`) and words (`Free`, `TBD`); a range has two. */
  readonly amounts: readonly string[];
  /** If empty, the site's symbol is displayed. */
  readonly symbol: string;
  readonly position: 'prefix' | 'postfix' | '';
  readonly code: string;
}

export interface Currency {
  readonly symbol: string;
  readonly position: 'prefix' | 'postfix';
}

export const noCost: Cost = { amounts: [], symbol: '', position: '', code: '' };

/** Thousands separators beside comma and dot: spaces, including no-break spaces, and apostrophes. */
const GAP = String.raw`[ \u00a0\u2007\u2009\u202f'’]`;
const GAPS = new RegExp(GAP, 'g');
const NUMBER = String.raw`[1-9]\d{0,2}(?:${GAP}\d{3})+(?:[.,]\d+)?(?!\d)|\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}(?!\d)|\d+[.,]\d+|\d+|(?<![\p{L}\d])\.\d+`;
/** A currency sign, with up to three letters before it (`CA$`), a code of three letters, or a usual abbreviation. */
const SYMBOL = String.raw`(?:\p{Lu}{0,3}\p{Sc}|\p{Lu}{3}(?!\p{L})|(?:kr|zł|Kč|Ft|lei)(?!\p{L}))`;
const AMOUNT = new RegExp(
  String.raw`(?:(?<!\p{L})(?<before>${SYMBOL})\s*)?(?<number>${NUMBER})(?:\s*(?<after>${SYMBOL})(?!\s*\d))?`,
  'gu',
);

type Sign = Pick<Cost, 'symbol' | 'position'>;

interface Entry {
  readonly amounts: readonly string[];
  /** Undefined if the entry has no symbol; empty if it has several. */
  readonly sign: Sign | undefined;
}

const noSign: Sign = { symbol: '', position: '' };

type CostPart = string | number;

/** A cost as a client sends it. */
export type SentCost = CostPart | readonly CostPart[];

/** True if a value is a text, a finite number, or a list of these. */
export const isSentCost = (value: unknown): value is SentCost =>
  [value].flat().every((part) => typeof part === 'string' || Number.isFinite(part));

/** A parsed cost; symbol and position are set only if the text has them. */
export type ParsedCost = Pick<Cost, 'amounts'> & Partial<Sign>;

/**
 * Parses a cost. It keeps a symbol that every entry has in the same place. If entries have several symbols, or only
 * some have one, the symbol is empty.
 */
export const parseCost = (sent: SentCost): ParsedCost => {
  const texts = [sent]
    .flat()
    .map((part) => String(part).trim())
    .filter((text) => text !== '');
  const entries = texts.map(entryOf);
  const amounts = entries.flatMap((entry) => entry.amounts);
  return { amounts, ...commonSign(entries.map(({ sign }) => sign)) };
};

const commonSign = (signs: readonly (Sign | undefined)[]): Sign | undefined => {
  const first = signs.find((sign) => sign !== undefined);
  if (first === undefined) return undefined;
  const same = signs.every((sign) => sign?.symbol === first.symbol && sign.position === first.position);
  return same ? first : noSign;
};

const entryOf = (text: string): Entry => {
  const found = [...text.matchAll(AMOUNT)].map(({ groups = {} }) => groups);
  if (found.length === 0) return { amounts: [text], sign: undefined };
  const amounts = found.map((groups) => groups.number ?? '');
  if (/^\D*[-−]\d/u.test(text)) amounts[0] = `-${amounts[0]}`;
  const before = new Set(found.flatMap((groups) => groups.before ?? []));
  const after = new Set(found.flatMap((groups) => groups.after ?? []));
  const [symbol, another] = [...before, ...after];
  if (symbol === undefined) return { amounts, sign: undefined };
  if (another !== undefined) return { amounts, sign: noSign };
  return { amounts, sign: { symbol, position: before.size === 1 ? 'prefix' : 'postfix' } };
};

const isNumber = (amount: string): boolean => /\d/.test(amount);

/** Returns the number in an amount, in decimal notation; a word in lower case. */
const numberOf = (amount: string): string => {
  if (!isNumber(amount)) return amount.toLowerCase();
  const joined = amount.replaceAll(GAPS, '');
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(joined)
    ? joined.replaceAll(',', '')
    : /[.].*[.,]/.test(joined)
      ? joined.replaceAll('.', '').replace(',', '.')
      : joined.replace(',', '.');
  return Number(plain) === 0 ? '0' : plain;
};

/** Returns the sort rank of an amount: words come first, except `Free`, which counts as zero. */
const rank = (amount: string): number => {
  if (isNumber(amount)) return Number(numberOf(amount));
  return numberOf(amount) === 'free' ? 0 : Number.NEGATIVE_INFINITY;
};

const sorted = ({ amounts }: Cost): string[] =>
  amounts
    .map((amount) => ({ amount, rank: rank(amount) }))
    .sort((one, other) => one.rank - other.rank || 0)
    .map(({ amount }) => amount);

/** Returns the values of a cost, ascending: `["20", "35"]`, `["free"]`. */
export const costValues = (cost: Cost): string[] => sorted(cost).map(numberOf);

/** An amount of a cost, as typed and in decimal notation, with the sign that it is displayed with. */
export interface DisplayedAmount extends Currency {
  readonly typed: string;
  readonly decimal: string;
}

const asTyped = ({ typed, symbol, position }: DisplayedAmount): string => {
  const [sign, size] = typed.startsWith('-') ? ['-', typed.slice(1)] : ['', typed];
  return position === 'prefix' ? `${sign}${symbol}${size}` : `${sign}${size}${symbol}`;
};

/**
 * Returns the cost as unescaped text: `$20`, `Free`, `$10 – $20`, empty for none.
 * @param amountText writes a number with its sign; default as it was typed
 */
export const displayCost = (cost: Cost, site: Currency, amountText = asTyped): string => {
  const symbol = cost.symbol === '' ? site.symbol : cost.symbol;
  const position = cost.position === '' ? site.position : cost.position;
  const shown = (typed: string): string => {
    const decimal = numberOf(typed);
    if (decimal === 'free' || decimal === '0') return 'Free';
    return isNumber(typed) ? amountText({ typed, decimal, symbol, position }) : typed;
  };
  const amounts = sorted(cost);
  const [first = '', last = ''] = [...amounts.slice(0, 1), ...amounts.slice(-1)].map(shown);
  return first === last ? first : `${first} – ${last}`;
};
