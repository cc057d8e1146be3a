import { hreflangs, languageCodes, languageRecord } from '@almanac/i18n';
import type { RestResponse } from './answer.ts';
import type { RestRequest } from './route.ts';

interface Reading {
  readonly request: Pick<RestRequest, 'site' | 'apiRoot' | 'language'>;
  /** The path of the collection below the root of the interface: `cal/events/v1/events`. */
  readonly collection: string;
  /** The record's own. */
  readonly language: string;
  readonly defaultLanguage: string;
}

/** Ids of versions by language, as in a record's member `i18n`. */
type Translations = Readonly<Record<string, number>>;

/**
 * Adds a record's language and the addresses of its versions, itself included, to its answer.
 * They become `Link` headers and `_links` (docs/interface/translation.md §7). A record without a translation group has
 * none.
 */
export const withVersions = (response: RestResponse, reading: Reading): RestResponse => {
  // the body of a record, as its route has rendered it
  const body = response.body as { readonly i18n?: { readonly translations: Translations }; readonly _links?: object };
  const translations = body.i18n?.translations ?? {};
  const headers = { ...response.headers, 'Content-Language': languageRecord(reading.language).tag };
  if (Object.keys(translations).length < 2) return { ...response, headers };
  const alternate = alternates(translations, reading);
  const links = alternate.map(({ href, hreflang }) => `<${href}>; rel="alternate"; hreflang="${hreflang}"`);
  const Link = [response.headers?.Link ?? [], links].flat().map(String);
  return { ...response, headers: { ...headers, Link }, body: { ...body, _links: { ...body._links, alternate } } };
};

const alternates = (
  translations: Translations,
  { request, collection, defaultLanguage }: Reading,
): { readonly hreflang: string; readonly href: string }[] => {
  const prefix = request.apiRoot.slice(`${request.site}/${request.language}`.length);
  const addressIn = (code: string) => `${request.site}/${code}${prefix}/${collection}/${translations[code]}`;
  const present = languageCodes().filter((code) => translations[code] !== undefined);
  return [
    ...hreflangs(present).map(({ hreflang, language }) => ({ hreflang, href: addressIn(language) })),
    ...(translations[defaultLanguage] === undefined
      ? []
      : [{ hreflang: 'x-default', href: addressIn(defaultLanguage) }]),
  ];
};
