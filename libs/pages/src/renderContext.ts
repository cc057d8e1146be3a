import type { SiteSettings } from '@almanac/contracts';
import { isLanguage, type Language, type TextParams, type Texts } from '@almanac/i18n';
import type { RestRequest } from '@almanac/rest';
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
  /** Returns the English message in the page's language, with its placeholders filled; not escaped. */
  text(message: string, params?: TextParams): string;
}

type SiteRequest = Pick<RestRequest, 'site' | 'apiRoot' | 'language'>;

/** Returns the render context of a request for a page. */
export const renderContextOf = (
  site: SiteSettings,
  texts: Texts,
  { site: baseUrl, apiRoot, language }: SiteRequest,
): RenderContext => ({
  site,
  baseUrl,
  apiRoot,
  language: isLanguage(language) ? language : site.default_language,
  text: (message, params) => texts.text(message, language, params),
});

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
