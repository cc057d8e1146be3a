import type { SiteSettings } from '@almanac/contracts';
import { isLanguage, type Language, languageRecord, type TextParams, type Texts, UNTRANSLATED } from '@almanac/i18n';
import type { RestRequest } from '@almanac/rest';
import { numberText } from './numberText.ts';
import type { PageScript } from './pageScript.ts';

/** The addresses, the language and the texts with which a page is rendered. */
export interface RenderContext {
  /** The settings at the time of the request. */
  readonly site: SiteSettings;
  /** The site's public address, without a slash at its end. */
  readonly baseUrl: string;
  /** The root of the interface in the page's language. */
  readonly apiRoot: string;
  readonly language: Language;
  /** Scripts that every page runs, beside its own. */
  readonly scripts?: readonly PageScript[];
  /**
   * Returns the English message in the page's language, with its placeholders filled; not escaped. Numbers are written
   * as in the language, and values of the other direction are isolated.
   */
  text(message: string, params?: TextParams): string;
}

type SiteRequest = Pick<RestRequest, 'site' | 'apiRoot' | 'language'>;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LEFT_TO_RIGHT = /(?=\p{L})[^\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** True if a text has letters that run against the direction of a language. */
export const runsAgainst = (text: string, language: Language): boolean =>
  (languageRecord(language).direction === 'rtl' ? LEFT_TO_RIGHT : RIGHT_TO_LEFT).test(text);

/** Isolates a value whose letters run against the direction of the language, so that its surroundings keep theirs. */
const isolated = (value: string, language: Language): string =>
  runsAgainst(value, language) ? `\u2068${value}\u2069` : value;

/** Returns the values of a text: numbers as the page's language writes them, others isolated in the text's language. */
const valuesIn = (params: TextParams, { page, text }: Readonly<Record<'page' | 'text', Language>>): TextParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? numberText(value, { language: page }) : isolated(value, text),
    ]),
  );

/** Returns the render context of a request for a page. */
export const renderContextOf = (
  site: SiteSettings,
  texts: Texts,
  { site: baseUrl, apiRoot, language: asked }: SiteRequest,
): RenderContext => {
  const language = isLanguage(asked) ? asked : site.default_language;
  return {
    site,
    baseUrl,
    apiRoot,
    language,
    text: (message, params = {}) => {
      // a text without translation stays English, also among texts that run from right to left
      const isForeign = languageRecord(language).direction === 'rtl' && texts.text(message, language) === message;
      const values = valuesIn(params, { page: language, text: isForeign ? UNTRANSLATED : language });
      const shown = texts.text(message, language, values, params.count);
      return isForeign ? isolated(shown, language) : shown;
    },
  };
};

/**
 * Returns the address of a page in a language; addresses of the default language contain none (docs/interface/pages.md
 * §2).
 */
export const pageAddress = (
  { site, baseUrl, language }: Pick<RenderContext, 'site' | 'baseUrl' | 'language'>,
  ...segments: readonly string[]
): string => {
  const own = language === site.default_language ? [] : [language];
  return [baseUrl, ...own, ...segments, ''].join('/');
};

/** Returns the address of the home page in a language; the bare root uses the visitor's language. */
export const homeAddress = ({ baseUrl }: Pick<RenderContext, 'baseUrl'>, language: Language): string =>
  `${baseUrl}/${language}/`;
