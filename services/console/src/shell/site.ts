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
  readonly languages: readonly { readonly code: string; readonly name: string }[];
  readonly name: string;
  /** The site's time zone: `Europe/Berlin`. */
  readonly timezone: string;
  /** The nonce of the policy for styles. */
  readonly styleNonce: string;
}

export const site: Site = JSON.parse(document.getElementById('root')?.dataset.site ?? '{}');

/** The site's languages as the values of a member. */
export const languageChoices = site.languages.map(({ code, name }) => ({ id: code, name }));

/** Returns the name of a language of the site; the code of another one. */
export const languageName = (code: string): string => site.languages.find((each) => each.code === code)?.name ?? code;

/** The languages of the console's texts. */
export type Locale = 'en' | 'fr' | 'es';

const general = site.language.split('-')[0];

/** The language of the console's texts; English if it has none in the site's language. */
export const locale: Locale = general === 'fr' || general === 'es' ? general : 'en';

/** The BCP 47 tag by which dates and numbers are written. */
export const languageTag = document.documentElement.lang || 'en';

/** Returns the address of the same page in another language. */
export const inLanguage = (code: string): string => {
  const path = location.pathname.replace(site.base, '');
  return `${site.home}${code}/admin${path}${location.search}`;
};
