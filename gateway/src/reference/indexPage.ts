import { html, type Page, type RenderContext } from '@almanac/pages';
import { REFERENCE, referenceAddress } from './referencePage.ts';

/** The site index for people who open it in a browser; what programs get of it is `siteIndex.ts`. */
export const indexPage = (namespaces: readonly string[], document: string, renderContext: RenderContext): Page => {
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
${namespaces.map((name) => html`<li><a href="${referenceAddress(renderContext, name)}">${name}</a></li>\n`)}</ul>`,
  };
};
