import type { SiteSettings } from '@almanac/contracts';
import { isLanguage, type Language, type TextParams, type Texts } from '@almanac/i18n';
import type { RestRequest } from '@almanac/rest';
import type { PageScript } from './pageScript.ts';

/** The addresses, the language and the texts with which a page is rendered. */
export interface RenderContext {
  /** The settings as they were when the page was asked for. */
  readonly site: SiteSettings;
  /** The site's public address, without a slash at its end. */
  readonly baseUrl: string;
  /** That of its interface in the page's language. */
  readonly apiRoot: string;
  readonly language: Language;
  /** Scripts that the page runs beside its own. */
  readonly scripts?: readonly PageScript[];
  /** The English message in the page's language, its placeholders filled; not escaped. */
  text(message: string, params?: TextParams): string;
}

type Asked = Pick<RestRequest, 'site' | 'apiRoot' | 'language'>;

/** The render context of a request for a page. */
export const renderContextOf = (
  site: SiteSettings,
  texts: Texts,
  { site: baseUrl, apiRoot, language }: Asked,
): RenderContext => ({
  site,
  baseUrl,
  apiRoot,
  language: isLanguage(language) ? language : site.default_language,
  text: (message, params) => texts.text(message, language, params),
});

/**
 * The address of a page of the site in a language: addresses of the default one name none (docs/interface/pages.md §2).
 */
export const pageAddress = (
  { site, baseUrl, language }: Pick<RenderContext, 'site' | 'baseUrl' | 'language'>,
  ...segments: readonly string[]
): string => {
  const own = language === site.default_language ? [] : [language];
  return [baseUrl, ...own, ...segments, ''].join('/');
};

/** The first page in a language; the bare root speaks the visitor's. */
export const homeAddress = ({ baseUrl }: Pick<RenderContext, 'baseUrl'>, language: Language): string =>
  `${baseUrl}/${language}/`;
