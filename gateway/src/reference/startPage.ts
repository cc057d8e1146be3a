import { type Html, html, languageAttributes, type RenderContext, trusted } from '@almanac/pages';
import { namespaceText } from '../namespaceTexts.ts';
import type { Assets } from './assets.ts';
import { codeSamples } from './codeSamples.ts';
import { faviconLink, REFERENCE, referenceAddress, referenceHeader } from './referencePage.ts';
import { type StartRequest, startRequests } from './startRequests.ts';

interface StartContent {
  readonly namespaces: readonly string[];
  /** The address of the OpenAPI document of the whole interface, in which the page searches. */
  readonly document: string;
  readonly assets: Assets;
}

const LABELS = ['curl', 'TypeScript', 'Python'] as const;

/** Returns the start page of the reference: sign-in, requests with code, namespaces, and the search of operations. */
export const startPage = ({ namespaces, document, assets }: StartContent, renderContext: RenderContext): string => {
  const { text, apiRoot, site, language, baseUrl } = renderContext;
  const { startScript, startStyle } = assets;
  const file = (name: string): string => `${apiRoot}${REFERENCE}/${name}`;
  const data = JSON.stringify({ document, reference: `${apiRoot}${REFERENCE}` }).replaceAll('<', '\\u003c');
  return html`<!doctype html>
<html ${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text('Reference of the interface')} – ${site.name}</title>
<link rel="service-desc" href="${document}" type="application/json">
${faviconLink(baseUrl)}
<link rel="stylesheet" href="${file(startStyle.file)}" integrity="${startStyle.integrity}">
<script type="application/json" data-js="start">${trusted(data)}</script>
<script defer src="${file(startScript.file)}" integrity="${startScript.integrity}"></script>
</head>
<body>
<a class="skip" href="#start">${text('Skip to content')}</a>
${referenceHeader(renderContext)}
<main id="start" tabindex="-1">
<h1>${text('Reference of the interface')}</h1>
<p class="lead">${text('Programs read and write the site here, as JSON.')} ${text('Anybody may read what is public. Changes need an account with the right to make them.')}</p>
<form role="search" data-js="search" hidden>
<label for="search">${text('Search the operations')}</label>
<input id="search" type="search" autocomplete="off" maxlength="100">
<p role="status" data-js="none" hidden>${text('No operation matches.')}</p>
<ul data-js="found"></ul>
</form>
<h2 id="sign-in">${text('Sign in')}</h2>
<p>${text('Create an application password in the administration, and send it with your login over https (HTTP Basic authentication).')}
<a href="${baseUrl}/admin/">${text('Open the administration')}</a></p>
<h2 id="requests">${text('Ten requests to start with')}</h2>
<fieldset>
<legend>${text('Language of the code')}</legend>
${LABELS.map((label) => html`<label><input type="radio" name="code" value="${label}"${label === 'curl' && html` checked`}> ${label}</label>\n`)}</fieldset>
${startRequests.map((each) => requestSection(each, renderContext))}<h2 id="namespaces">${text('Namespaces')}</h2>
<ul class="namespaces">
${namespaces.toSorted().map((name) => html`<li><a href="${referenceAddress(renderContext, name)}">${name}</a>: ${text(namespaceText(name))}</li>\n`)}</ul>
<p><a href="${document}" type="application/json">OpenAPI</a></p>
</main>
</body>
</html>
`.text;
};

const requestSection = (request: StartRequest, { text, apiRoot }: RenderContext): Html => {
  const { method, target } = request;
  const samples = codeSamples({ ...request, address: apiRoot + target });
  return html`<section class="request">
<h3>${text(request.title)}</h3>
<p><code>${method} ${target}</code></p>
${samples.map(
  ({ label, source }) => html`<div class="sample" data-code="${label}">
<pre tabindex="0" aria-label="${label}"><code>${source}</code></pre>
<button type="button" data-js="copy" data-done="${text('Copied')}" hidden>${text('Copy')}</button>
</div>
`,
)}</section>
`;
};
