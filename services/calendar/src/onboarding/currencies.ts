import { UNTRANSLATED } from '@almanac/i18n';

/** Returns the sign of a currency by its lower-case code; undefined for an unknown code. */
export const currencySign = (key: string): string | undefined => {
  const code = key.toUpperCase();
  if (!Intl.supportedValuesOf('currency').includes(code)) return undefined;
  const format = new Intl.NumberFormat(UNTRANSLATED, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
};

const names = new Intl.DisplayNames([UNTRANSLATED], { type: 'region', fallback: 'none' });

/** Returns the English name of a country by its two-letter code; returns any other text unchanged. */
export const countryName = (key: string): string =>
  /^[A-Za-z]{2}$/.test(key) ? (names.of(key.toUpperCase()) ?? key) : key;
