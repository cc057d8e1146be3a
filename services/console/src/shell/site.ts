/** The addresses, languages and settings that the gateway writes into the shell. */
interface Site {
  /** The path of the console in this language: `/fr-ca/admin`. */
  readonly base: string;
  /** The path of the site's start page. */
  readonly home: string;
  /** The path of the interface in this language: `/fr-ca/json`. */
  readonly api: string;
  /** The code of the language: `fr-ca`. */
  readonly language: string;
  /** The code of the language whose addresses name none. */
  readonly defaultLanguage: string;
  readonly languages: readonly { readonly code: string; readonly name: string }[];
  readonly name: string;
  /** The site's time zone: `Europe/Berlin`. */
  readonly timezone: string;
  /** The first day of weeks; 0 is Sunday. */
  readonly weekStart: number;
  /** The nonce of the policy for styles. */
  readonly styleNonce: string;
}

export const site: Site = JSON.parse(document.getElementById('root')?.dataset.site ?? '{}');

/** The languages of the console's texts. */
export type Locale = 'en' | 'fr' | 'es';

const general = site.language.split('-')[0];

/** The language of the console's texts; English if it has none in the site's language. */
export const locale: Locale = general === 'fr' || general === 'es' ? general : 'en';

/** The BCP 47 tag by which dates, numbers and names of languages are written. */
export const languageTag = document.documentElement.lang || 'en';

const names = new Intl.DisplayNames(languageTag, { type: 'language', languageDisplay: 'standard' });

/** Returns a text with a capital letter at its beginning, as a label or a heading. */
export const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase(languageTag) + text.slice(1);

/** Returns the name of a language in the language of the console, as a label: "French (Canada)". */
export const languageName = (code: string): string => capitalized(names.of(code) ?? code);

/** The site's languages as the values of a member. */
export const languageChoices = site.languages.map(({ code }) => ({ id: code, name: languageName(code) }));

/** Returns the address of the same page in another language. */
export const inLanguage = (code: string): string => {
  const path = location.pathname.replace(site.base, '');
  return `${site.home}${code}/admin${path}${location.search}`;
};

/** The time zones as the values of a member. */
export const zoneChoices = [...new Set(['UTC', site.timezone, ...Intl.supportedValuesOf('timeZone')])].map((id) => ({
  id,
  name: id.replaceAll('_', ' '),
}));
