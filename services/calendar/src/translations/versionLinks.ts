import { hreflangs, isLanguage, languageCodes, languages } from '@almanac/i18n';
import type { RestRequest, RestResponse } from '@almanac/rest';
import type { I18nMember } from '@almanac/translations';
import type { Calendar } from '../calendar.ts';

interface Reading {
  readonly request: Pick<RestRequest, 'site' | 'apiRoot' | 'language'>;
  /** The collection: `events`. */
  readonly plural: string;
  /** The record's own. */
  readonly language: string;
}

/**
 * The answer to who reads one record, with its language and the addresses of its versions, itself included: as `Link`
 * headers and as `_links` (translation.md §3.6, §3.7). A record that stands alone has none.
 */
export const withVersions = (
  { languages: site }: Pick<Calendar, 'languages'>,
  response: RestResponse,
  reading: Reading,
): RestResponse => {
  const body = response.body as { readonly i18n?: I18nMember };
  const translations = body.i18n?.translations ?? {};
  const headers = { ...response.headers, 'Content-Language': tagOf(reading.language) };
  if (Object.keys(translations).length < 2) return { ...response, headers };
  const alternate = alternates(translations, site.defaultLanguage, reading);
  const Link = alternate.map(({ href, hreflang }) => `<${href}>; rel="alternate"; hreflang="${hreflang}"`);
  return { ...response, headers: { ...headers, Link }, body: { ...body, _links: { alternate } } };
};

const tagOf = (language: string): string => (isLanguage(language) ? languages[language].tag : language);

const alternates = (
  translations: I18nMember['translations'],
  defaultLanguage: string,
  { request, plural }: Reading,
): { readonly hreflang: string; readonly href: string }[] => {
  const prefix = request.apiRoot.slice(`${request.site}/${request.language}`.length);
  const addressIn = (code: string) => `${request.site}/${code}${prefix}/cal/events/v1/${plural}/${translations[code]}`;
  const present = languageCodes.filter((code) => translations[code] !== undefined);
  return [
    ...hreflangs(present).map(({ hreflang, language }) => ({ hreflang, href: addressIn(language) })),
    ...(translations[defaultLanguage] === undefined
      ? []
      : [{ hreflang: 'x-default', href: addressIn(defaultLanguage) }]),
  ];
};
