import { escaped } from './html.ts';

const NAME = /^[a-z_][\w.-]*$/i;
/** Characters that XML 1.0 cannot contain, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters to remove them
const INVALID_XML_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const element = (name: string, value: unknown): string => {
  const tag = NAME.test(name) ? name : 'oembed';
  return `<${tag}>${typeof value === 'object' && value !== null ? elements(value) : text(value)}</${tag}>`;
};

const elements = (members: object): string =>
  Object.entries(members)
    .map(([name, value]) => element(name, value))
    .join('');

const text = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : escaped(String(value).toWellFormed().replaceAll(INVALID_XML_CHARACTERS, ''));

/**
 * Formats an answer as XML (docs/interface/oembed.md §4). Each member becomes an element, nested members become nested
 * elements, and invalid names become `oembed`. Undefined for an empty answer.
 */
export const embedXml = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null || Object.keys(body).length === 0) return undefined;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<oembed>${elements(body)}</oembed>\n`;
};
