import { languageRecord } from '@almanac/i18n';
import { anonymous } from '@almanac/identity';
import { type AnswerHeaders, contentDigest, continueParts, type RestRequest, type RestResponse } from '@almanac/rest';
import { calendarInterface, layout, type Page, type PageLink, scriptsOf } from './layout.ts';
import { scriptAddress } from './pageScript.ts';
import type { RenderContext } from './renderContext.ts';
import { securityHeaders } from './security.ts';

export interface PageOptions {
  readonly status?: number;
  /** True if only this caller may see the page: credentials or a password have opened it. */
  readonly isPrivate?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

type PageRequest = Pick<RestRequest, 'principal' | 'headers'>;

const HTML_TYPE = 'text/html; charset=UTF-8';

/** Returns a `Link` header with the page's records in the interface (docs/interface/pages.md §3). */
const linkHeader = (links: readonly PageLink[] = []): string =>
  links
    .filter(({ rel, type }) => rel === 'alternate' && type === 'application/json')
    .map(({ href }) => `<${href}>; rel="alternate"; type="application/json"`)
    .join(', ');

/** Returns the headers that lead from a page to the calendar's interface (docs/interface/calendar.md §14). */
const discoveryHeaders = (page: Page, renderContext: RenderContext): Readonly<Record<string, string>> => {
  const links = linkHeader(page.links);
  return {
    'X-Cal-API-Version': 'v1',
    'X-Cal-API-Root': page.calendarRoot ?? calendarInterface(renderContext),
    'X-Cal-API-Origin': renderContext.baseUrl,
    ...(links !== '' && { Link: links }),
  };
};

/** Caches may store public pages and must revalidate them each time; they never store private pages. */
const cacheHeaders = (isPrivate: boolean, etag: string): Readonly<Record<string, string>> =>
  isPrivate ? { 'Cache-Control': 'private, no-store' } : { 'Cache-Control': 'public, no-cache', ETag: etag };

const tagsNamed = (header: string | undefined): string[] =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));

/** Returns content with its cache headers, or 304 if the client has it already. */
export const cachedAnswer = (
  { principal, headers }: PageRequest,
  content: { readonly body: string; readonly contentType: string },
  { status = 200, isPrivate = false, headers: more = {} }: PageOptions = {},
): RestResponse => {
  const hidden = isPrivate || principal.kind !== 'anonymous' || status !== 200;
  const etag = `"${contentDigest(content.body)}"`;
  const answered = { ...cacheHeaders(hidden, etag), ...more };
  const isKnown = !hidden && tagsNamed(headers['if-none-match']).includes(etag);
  return {
    ...content,
    headers: answered,
    ...(isKnown ? { status: 304, body: '' } : { status }),
  };
};

/** Number of characters up to which an answer in parts is sent whole, with an ETag. */
const MAX_WHOLE_LENGTH = 256 * 1_024;

export interface ContentInParts {
  /** Read only if the client does not have the content. */
  readonly parts: AsyncIterable<string>;
  readonly contentType: string;
  /** Letters and digits that differ after every change of the content; without it long content has no ETag. */
  readonly version?: string | undefined;
}

/**
 * Returns public content in parts, with a weak ETag of its version. Short content is answered whole, with an ETag of its
 * bytes. The answer is 304 if the client has the content.
 */
export const cachedParts = async (
  { headers: sent }: Pick<RestRequest, 'headers'>,
  { parts, contentType, version }: ContentInParts,
  headers: Readonly<Record<string, string>>,
): Promise<RestResponse> => {
  const answered = {
    'Cache-Control': 'public, no-cache',
    ...(version !== undefined && { ETag: `W/"${version}"` }),
    ...headers,
  };
  if (version !== undefined && tagsNamed(sent['if-none-match']).includes(`"${version}"`))
    return { status: 304, body: '', contentType, headers: answered };
  const iterator = parts[Symbol.asyncIterator]();
  let text = '';
  while (text.length <= MAX_WHOLE_LENGTH) {
    const part = await iterator.next();
    if (part.done)
      return cachedAnswer({ headers: sent, principal: anonymous }, { body: text, contentType }, { headers });
    text += part.value;
  }
  const body = continueParts({ value: text }, iterator);
  return { body, contentType, headers: answered };
};

/** Returns the answer of a page. */
export const pageAnswer = (
  request: PageRequest,
  renderContext: RenderContext,
  page: Page,
  options: PageOptions = {},
): RestResponse =>
  cachedAnswer(
    request,
    { body: layout(page, renderContext, request.principal.kind === 'user').text, contentType: HTML_TYPE },
    {
      ...options,
      headers: {
        ...securityHeaders(
          [],
          scriptsOf(page, renderContext).map((script) => scriptAddress(script, renderContext)),
        ),
        ...discoveryHeaders(page, renderContext),
        'Content-Language': languageRecord(renderContext.language).tag,
        ...options.headers,
      },
    },
  );

/** Returns the query of `/?p=ID` or `/?page_id=ID` without the id; parameters such as `preview` and `embed` stay in the redirect. */
export const withoutId = (query: string): string => {
  const rest = new URLSearchParams(query);
  for (const name of ['p', 'page_id', 'attachment_id']) rest.delete(name);
  return rest.size === 0 ? '' : `?${rest}`;
};

/** Headers of a redirect that depends on the rights of the caller. */
export const NOT_STORED = { 'Cache-Control': 'private, no-store' } as const;

/** Redirects to another address of the site. */
export const redirectTo = (
  address: string,
  status: 301 | 302 | 303 = 302,
  headers: AnswerHeaders = {},
): RestResponse => ({
  status,
  body: '',
  contentType: HTML_TYPE,
  headers: {
    Location: address,
    ...(status === 301 ? { 'Cache-Control': 'public, no-cache' } : NOT_STORED),
    ...headers,
  },
});
