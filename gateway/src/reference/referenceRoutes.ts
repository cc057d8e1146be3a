import type { Texts } from '@almanac/i18n';
import { cachedAnswer, html, type Page, pageAnswer, type RenderContext, renderContextOf } from '@almanac/pages';
import { type RestRequest, type Route, restErrors, route, text } from '@almanac/rest';
import type { Settings } from '@almanac/service';
import Negotiator from 'negotiator';
import type { Exchange } from '../exchange.ts';
import { namespaceText } from '../namespaceTexts.ts';
import { assets } from './assets.ts';
import { REFERENCE, ROOT, referenceAddress, referencePage, referencePolicy } from './referencePage.ts';
import { startPage } from './startPage.ts';

interface ReferenceOptions {
  readonly settings: Settings;
  readonly texts: Texts;
  /** Returns the address of the OpenAPI document of a namespace, or of the whole interface. */
  readonly documentAddress: (request: Pick<RestRequest, 'apiRoot'>, namespace?: string) => string;
  /** @throws DomainError if the namespace is unknown */
  readonly checkNamespace: (namespace: string) => void;
  /** The namespaces that have routes. */
  readonly namespaces: readonly string[];
}

/** The path of the site index as a page. */
export const INDEX_PAGE = `${REFERENCE}/index`;

/** True if a path of the interface belongs to the reference. */
export const isReference = (path: string): boolean => path === REFERENCE || path.startsWith(`${REFERENCE}/`);

/** Returns the routes of the reference of the interface, for people (docs/interface/server.md §13.4). */
export const referenceRoutes = (options: ReferenceOptions): Route[] => [
  pageRoute(options),
  indexRoute(options),
  fileRoute(),
];

const pageRoute = ({ settings, texts, namespaces, checkNamespace, documentAddress }: ReferenceOptions): Route =>
  route({
    namespace: '',
    path: REFERENCE,
    methods: ['GET'],
    summary: 'Reference of the interface',
    hidden: true,
    args: { namespace: text() },
    handle: async (request) => {
      const namespace = request.args.namespace?.toLowerCase();
      if (namespace !== undefined) checkNamespace(namespace);
      const renderContext = renderContextOf(settings.current(), texts, request);
      const shown = {
        namespaces: [ROOT, ...namespaces],
        document: documentAddress(request, namespace),
        assets: assets(),
      };
      const body =
        namespace === undefined
          ? startPage(shown, renderContext)
          : referencePage({ ...shown, namespace }, renderContext);
      const policy = referencePolicy(filesOf(request, namespace === undefined));
      const headers = { 'Content-Security-Policy': policy, 'Referrer-Policy': 'strict-origin-when-cross-origin' };
      return cachedAnswer(request, { body, contentType: 'text/html; charset=UTF-8' }, { headers });
    },
  });

/** Returns the addresses of the files of a page of the reference. */
const filesOf = ({ apiRoot }: Pick<RestRequest, 'apiRoot'>, isStart: boolean) => {
  const { redoc, start, style, startScript, startStyle } = assets();
  const addressOf = ({ file }: { readonly file: string }): string => `${apiRoot}${REFERENCE}/${file}`;
  return isStart
    ? { scripts: [addressOf(startScript)], style: addressOf(startStyle) }
    : { scripts: [redoc, start].map(addressOf), style: addressOf(style) };
};

const fileRoute = (): Route =>
  route({
    namespace: '',
    path: `${REFERENCE}/{file:[a-z]+-[0-9a-f]{16}\\.(?:js|css)}`,
    methods: ['GET'],
    summary: 'Reference of the interface',
    hidden: true,
    args: { file: text() },
    handle: async ({ args }) => {
      const asset = Object.values(assets()).find(({ file }) => file === args.file);
      if (asset === undefined) throw restErrors.noRoute();
      const { source: body, contentType } = asset;
      return { body, contentType, headers: { 'Cache-Control': 'public, max-age=31536000, immutable' } };
    },
  });

/** The site index as a page; browsers get it at the index's own address. */
const indexRoute = ({ settings, texts, namespaces, documentAddress }: ReferenceOptions): Route =>
  route({
    namespace: '',
    path: INDEX_PAGE,
    methods: ['GET'],
    summary: 'Reference of the interface',
    hidden: true,
    args: {},
    handle: async (request) => {
      const renderContext = renderContextOf(settings.current(), texts, request);
      const page = indexPage([ROOT, ...namespaces], documentAddress(request), renderContext);
      return pageAnswer(request, renderContext, page, { headers: { Vary: 'Accept' } });
    },
  });

/** True if a browser asks for the site index: without arguments, and preferring HTML to JSON. */
export const wantsPage = ({ request, path, query }: Pick<Exchange, 'request' | 'path' | 'query'>): boolean =>
  path === '/' &&
  (request.method === 'GET' || request.method === 'HEAD') &&
  [...new URLSearchParams(query).keys()].every((name) => name === 'i18n_language') &&
  new Negotiator(request).mediaType(['application/json', 'text/html']) === 'text/html';

/** Returns the site index for people with a browser; `siteIndex.ts` creates the one for programs. */
const indexPage = (namespaces: readonly string[], document: string, renderContext: RenderContext): Page => {
  const { text, apiRoot, site } = renderContext;
  return {
    title: text('The interface of {site}', { site: site.name }),
    indexed: false,
    main: html`<h1>${text('The interface of {site}', { site: site.name })}</h1>
<p class="lead">${text('Programs read and write the site here, as JSON.')}</p>
<ul>
<li><a href="${apiRoot}${REFERENCE}">${text('Reference of the interface')}</a></li>
<li><a href="${document}" type="application/json">OpenAPI</a></li>
<li><a href="${apiRoot}/?context=view" type="application/json">JSON</a></li>
</ul>
<h2>${text('Namespaces')}</h2>
<ul>
${namespaces.map((name) => html`<li><a href="${referenceAddress(renderContext, name)}">${name}</a>: ${text(namespaceText(name))}</li>\n`)}</ul>`,
  };
};
