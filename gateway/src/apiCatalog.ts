import type { Settings } from '@almanac/service';
import type { Directory } from './directory.ts';
import { documentAddress } from './documentAddress.ts';
import type { Exchange } from './exchange.ts';
import { failPage } from './pageFailure.ts';
import { leadingHeaders } from './redirectPage.ts';
import { REFERENCE, referenceAddress } from './reference/referencePage.ts';
import { responseHeaders } from './responseHeaders.ts';
import { sendWhole } from './sendBody.ts';

/** The address of the catalog of interfaces (RFC 9727). */
const API_CATALOG = '/.well-known/api-catalog';

/** RFC 9727 §4 and RFC 9264. */
const MEDIA_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** Seconds for which caches keep the catalog; a release may add a namespace. */
const MAX_AGE_S = 3_600;

interface ApiCatalogOptions {
  readonly settings: Settings;
  readonly directory: Pick<Directory, 'namespaces'>;
}

/** True for the address of the catalog, which has no form with a language. */
export const isApiCatalog = ({ request, path }: Pick<Exchange, 'request' | 'path'>): boolean =>
  path === API_CATALOG && request.url?.startsWith(API_CATALOG) === true;

/** Answers with the catalog of the site's interface and its namespaces (docs/interface/server.md §13.5). */
export const answerApiCatalog = (exchange: Exchange, { settings, directory }: ApiCatalogOptions): void => {
  const { request, baseUrl } = exchange;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    failPage(exchange, { status: 405, headers: { Allow: 'GET, HEAD' } }, settings.current());
    return;
  }
  const body = Buffer.from(JSON.stringify(catalogOf(exchange, directory.namespaces())));
  exchange.target = 'gateway';
  const own = leadingHeaders(exchange, {
    'content-type': MEDIA_TYPE,
    'content-length': body.length,
    'cache-control': `max-age=${MAX_AGE_S}`,
    'access-control-allow-origin': '*',
    link: `<${baseUrl}${API_CATALOG}>; rel="api-catalog"`,
  });
  sendWhole(exchange, { status: 200, headers: responseHeaders(exchange, 200, own) }, [body]);
};

const catalogOf = (exchange: Pick<Exchange, 'baseUrl' | 'apiRoot'>, namespaces: readonly string[]) => {
  const { baseUrl, apiRoot } = exchange;
  const entryOf = (namespace: string) => ({
    anchor: `${apiRoot}/${namespace}`,
    'service-desc': [{ href: documentAddress(exchange, namespace), type: 'application/json' }],
    'service-doc': [{ href: referenceAddress(exchange, namespace), type: 'text/html' }],
  });
  const whole = {
    anchor: `${apiRoot}/`,
    'service-desc': [{ href: documentAddress(exchange), type: 'application/json' }],
    'service-doc': [{ href: `${apiRoot}${REFERENCE}`, type: 'text/html' }],
  };
  const entries = [whole, ...namespaces.map(entryOf)];
  const items = entries.map(({ anchor }) => ({ href: anchor }));
  return { linkset: [{ anchor: `${baseUrl}${API_CATALOG}`, item: items }, ...entries] };
};
