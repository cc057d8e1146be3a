import { type Html, html, type Piece } from './html.ts';

/** The language of a page as a BCP 47 tag in any case. */
interface Where {
  readonly language: string;
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Caches formats: creating one takes far longer than using it. */
const numberFormat = (language: string, options?: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = options === undefined ? language : `${language} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(language, options);
  numberFormats.set(key, format);
  return format;
};

/** Formats a number in the page's language: `1,200`, `1 200`, `١٬٢٠٠`. */
export const numberText = (value: number, { language }: Where): string => numberFormat(language).format(value);

/** An amount of money with its currency sign. */
export interface Amount {
  /** In decimal notation: `1200.50`, whose fraction digits are kept, up to six. */
  readonly decimal: string;
  readonly sign: string;
  /** The code of ISO 4217; any other text is taken as no currency. */
  readonly currency: string;
}

const NO_CURRENCY = 'XXX';
const MAX_FRACTION_DIGITS = 6;

/** Formats an amount with the sign where the page's language puts it: `$1,200.50`, `1 200,50 $`. */
export const amountText = ({ decimal, sign, currency }: Amount, { language }: Where): string =>
  numberFormat(language, {
    style: 'currency',
    currency: /^[A-Z]{3}$/.test(currency) ? currency : NO_CURRENCY,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: Math.min(decimal.split('.')[1]?.length ?? 0, MAX_FRACTION_DIGITS),
  })
    .formatToParts(Number(decimal))
    .map(({ type, value }) => (type === 'currency' ? sign : value))
    .join('');

const listFormats = new Map<string, Intl.ListFormat>();

/** Lists pieces with the separators of the page's language: `A, B, C`, `A, B y C`, `A、B和C`. */
export const listOf = (pieces: readonly Piece[], { language }: Where): Html => {
  const format = listFormats.get(language) ?? new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' });
  listFormats.set(language, format);
  const parts = format.formatToParts(pieces.map((_, index) => String(index)));
  return html`${parts.map(({ type, value }) => (type === 'element' ? pieces[Number(value)] : value))}`;
};

/** Lists texts as in a sentence: `A, B and C`, `A, B et C`. */
export const sentenceList = (texts: readonly string[], { language }: Where): string => {
  const key = `${language} long`;
  const format = listFormats.get(key) ?? new Intl.ListFormat(language, { type: 'conjunction' });
  listFormats.set(key, format);
  return format.format(texts);
};
