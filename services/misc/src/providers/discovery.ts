import { Parser } from 'htmlparser2';

const JSON_TYPE = 'application/json+oembed';
const XML_TYPES = ['text/xml+oembed', 'application/xml+oembed'];

/**
 * The address at which a page says that its embed data are: that of JSON before that of XML, from its head alone
 * (docs/interface/oembed.md §5, Discovery).
 * @param html the beginning of the page
 * @param base the page's own address
 */
export const discoveredEndpoint = (html: string, base: string): string | undefined => {
  const links = alternatesOf(html);
  const chosen = links.find(({ type }) => type === JSON_TYPE) ?? links.find(({ type }) => XML_TYPES.includes(type));
  return chosen !== undefined && URL.canParse(chosen.href, base) ? new URL(chosen.href, base).href : undefined;
};

/** What else a page has begins its body, whether it says so or not. */
const IN_HEAD = new Set(['html', 'head', 'title', 'meta', 'link', 'base', 'script', 'style', 'noscript', 'template']);

interface Alternate {
  readonly type: string;
  readonly href: string;
}

const alternatesOf = (html: string): Alternate[] => {
  const found: Alternate[] = [];
  const parser = new Parser({
    onopentag: (name, { rel = 'alternate', type = '', href = '' }) => {
      if (!IN_HEAD.has(name)) return parser.pause();
      const isAlternate = rel.toLowerCase().split(/\s+/).includes('alternate');
      if (name === 'link' && isAlternate && href !== '') found.push({ type: type.trim().toLowerCase(), href });
    },
    onclosetag: (name) => {
      if (name === 'head') parser.pause();
    },
  });
  parser.write(html);
  parser.reset();
  return found;
};
