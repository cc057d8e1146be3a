import { languageRecord } from '@almanac/i18n';
import type { RestRequest, RestResponse } from '@almanac/rest';
import { accentAttribute } from './accent.ts';
import { html, type Piece, trusted } from './html.ts';
import { languageAttributes } from './languageAttributes.ts';
import { cachedAnswer } from './pageAnswer.ts';
import { homeAddress, type RenderContext } from './renderContext.ts';
import { securityHeaders } from './security.ts';
import { STYLE } from './style.ts';

export interface EmbedContent {
  readonly title: Piece;
  /** The address of the record's page. */
  readonly address: string;
  /** A short form of the record. */
  readonly body: Piece;
  /** The sites that may show it in a frame; default all. */
  readonly framing?: readonly string[];
}

const embedPage = ({ title, address, body }: EmbedContent, renderContext: RenderContext) => html`<!doctype html>
<html ${languageAttributes(renderContext.language)}${accentAttribute(renderContext.site)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${renderContext.site.name}</title>
<meta name="robots" content="noindex, follow">
<link rel="canonical" href="${address}">
<base target="_top">
<style>${trusted(STYLE)}</style>
</head>
<body>
<main class="embed">
<h1><a class="bare" href="${address}">${title}</a></h1>
${body}
<p class="soft"><a href="${homeAddress(renderContext, renderContext.language)}">${renderContext.site.name}</a></p>
</main>
</body>
</html>
`;

/** Returns the small form of a record's page that other sites show in a frame (docs/interface/oembed.md §3). */
export const embedAnswer = (
  request: Pick<RestRequest, 'principal' | 'headers'>,
  renderContext: RenderContext,
  embedded: EmbedContent,
): RestResponse =>
  cachedAnswer(
    request,
    { body: embedPage(embedded, renderContext).text, contentType: 'text/html; charset=UTF-8' },
    {
      headers: {
        ...securityHeaders(embedded.framing ?? ['*']),
        'Content-Language': languageRecord(renderContext.language).tag,
        'X-Robots-Tag': 'noindex',
      },
    },
  );

/** Returns the discovery links to the embeddable form of a record's page (docs/interface/oembed.md §6). */
export const embedLinks = (address: string, renderContext: RenderContext) => {
  const endpoint = `${renderContext.apiRoot}/oembed/1.0/embed?url=${encodeURIComponent(address)}`;
  return [
    { rel: 'alternate', type: 'application/json+oembed', href: endpoint, title: 'oEmbed (JSON)' },
    { rel: 'alternate', type: 'text/xml+oembed', href: `${endpoint}&format=xml`, title: 'oEmbed (XML)' },
  ];
};
