import { escaped } from './html.ts';

const NAME = /^[a-z_][\w.-]*$/i;
/** What XML 1.0 cannot say, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones
const UNSAYABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const element = (name: string, value: unknown): string => {
  const tag = NAME.test(name) ? name : 'oembed';
  return `<${tag}>${typeof value === 'object' && value !== null ? elements(value) : text(value)}</${tag}>`;
};

const elements = (members: object): string =>
  Object.entries(members)
    .map(([name, value]) => element(name, value))
    .join('');

const text = (value: unknown): string =>
  value === null || value === undefined ? '' : escaped(String(value).toWellFormed().replaceAll(UNSAYABLE, ''));

/**
 * An answer as XML (docs/interface/oembed.md §4): one element a member, nested ones nested, those without a name
 * `oembed`; undefined where there is nothing to print.
 */
export const embedXml = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null || Object.keys(body).length === 0) return undefined;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<oembed>${elements(body)}</oembed>\n`;
};
