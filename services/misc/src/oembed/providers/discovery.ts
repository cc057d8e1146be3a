import { readPageHead } from './pageHead.ts';

const JSON_TYPE = 'application/json+oembed';
const XML_TYPES = ['text/xml+oembed', 'application/xml+oembed'];

/**
 * Returns the address of embed data declared in the head of a page: JSON is preferred to XML (docs/interface/oembed.md
 * §5, Discovery).
 * @param html the beginning of the page
 * @param base the page's own address
 */
export const discoveredEndpoint = (html: string, base: string): string | undefined => {
  const links = alternatesOf(html);
  const chosen = links.find(({ type }) => type === JSON_TYPE) ?? links.find(({ type }) => XML_TYPES.includes(type));
  return chosen !== undefined && URL.canParse(chosen.href, base) ? new URL(chosen.href, base).href : undefined;
};

interface Alternate {
  readonly type: string;
  readonly href: string;
}

const alternatesOf = (html: string): Alternate[] =>
  readPageHead(html)
    .links.map(({ rel = 'alternate', type = '', href = '' }) => ({ rel, type: type.trim().toLowerCase(), href }))
    .filter(({ rel, href }) => rel.toLowerCase().split(/\s+/).includes('alternate') && href !== '');
