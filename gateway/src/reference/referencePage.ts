import { FAVICON, type Html, homeAddress, html, languageAttributes, type RenderContext, trusted } from '@almanac/pages';
import type { Assets } from './assets.ts';

/** The path of the reference below the REST root; its files are below it. */
export const REFERENCE = '/docs';

/** The name for routes without a namespace: the site index and batches. */
export const ROOT = '/';

/** Returns the address of a namespace's reference. */
export const referenceAddress = ({ apiRoot }: Pick<RenderContext, 'apiRoot'>, namespace: string): string =>
  `${apiRoot}${REFERENCE}?${new URLSearchParams({ namespace })}`;

/**
 * Hashes of the style elements that Redoc creates: an empty one, which it fills by script, and the one of its scroll
 * bars.
 */
const STYLES_OF_REDOC =
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='";

/**
 * Returns the content security policy of the reference: its own scripts and styles, by address or hash, and nothing
 * from another host. Redoc's logo is therefore not loaded.
 * @param files the addresses of scripts and style
 */
export const referencePolicy = ({ scripts, style }: { scripts: readonly string[]; style: string }): string =>
  [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    `style-src ${style} ${STYLES_OF_REDOC}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

interface ReferenceContent {
  /** The namespace whose routes are shown. */
  readonly namespace: string;
  readonly namespaces: readonly string[];
  /** The address of the namespace's OpenAPI document. */
  readonly document: string;
  readonly assets: Assets;
}

const namespaceLink = (name: string, { namespace }: ReferenceContent, renderContext: RenderContext): Html =>
  html`<li><a href="${referenceAddress(renderContext, name)}"${name === namespace && html` aria-current="page"`}>${name}</a></li>\n`;

const data = (document: string): Html => trusted(JSON.stringify({ document }).replaceAll('<', '\\u003c'));

export const faviconLink = (baseUrl: string): Html =>
  html`<link rel="icon" href="${baseUrl}/${FAVICON}" type="image/svg+xml">`;

/** Returns the header of the pages of the reference. */
export const referenceHeader = (renderContext: RenderContext, navigation: Html | false = false): Html => {
  const { text, apiRoot, site, language } = renderContext;
  return html`<header class="site">
<p class="name"><a href="${homeAddress(renderContext, language)}">${site.name}</a></p>
<p><a href="${apiRoot}/">${text('interface of the site')}</a></p>
${navigation !== false && html`<p><a href="${apiRoot}${REFERENCE}">${text('Reference of the interface')}</a></p>\n`}${navigation}</header>`;
};

/** Returns the HTML page that shows the routes of a namespace; a script renders them from the OpenAPI document. */
export const referencePage = (shown: ReferenceContent, renderContext: RenderContext): string => {
  const { text, apiRoot, site, language, baseUrl } = renderContext;
  const { redoc, start, style } = shown.assets;
  const file = (name: string): string => `${apiRoot}${REFERENCE}/${name}`;
  return html`<!doctype html>
<html ${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shown.namespace}: ${text('Reference of the interface')} – ${site.name}</title>
<link rel="service-desc" href="${shown.document}" type="application/json">
${faviconLink(baseUrl)}
<link rel="stylesheet" href="${file(style.file)}" integrity="${style.integrity}">
<script type="application/json" data-js="reference">${data(`${shown.document}?samples=true`)}</script>
<script defer src="${file(redoc.file)}" integrity="${redoc.integrity}"></script>
<script defer src="${file(start.file)}" integrity="${start.integrity}"></script>
</head>
<body>
<a class="skip" href="#reference">${text('Skip to content')}</a>
${referenceHeader(
  renderContext,
  html`<nav aria-label="${text('Namespaces')}">
<ul>
${shown.namespaces.map((name) => namespaceLink(name, shown, renderContext))}</ul>
</nav>
`,
)}
<main id="reference" tabindex="-1" aria-busy="true">
<div class="loading">
<h1>${text('Reference of the interface')}</h1>
<p>${text('A script renders the reference from this document:')} <a href="${shown.document}">OpenAPI</a></p>
</div>
</main>
</body>
</html>
`.text;
};
