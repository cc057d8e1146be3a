import { pathOf, queryOf, withoutTrailingSlash } from './address.ts';
import { parseQuery } from './query.ts';
import type { RuleFlags } from './rule.ts';
import { decoded } from './text.ts';

/** Maximum length of a lookup key, in characters. */
export const MAX_KEY_LENGTH = 2_000;

const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/%(2F|3A|5B|5D|40|7E|2C|3B)/g, decodeURIComponent)
    .replace(/[!'*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
    .toLowerCase();

/** Returns the path in a rule's lookup key, as records show it: encoded, in lower case, without a slash at its end. */
const pathKey = (url: string): string =>
  encoded(withoutTrailingSlash(decoded(pathOf(url)).replaceAll('+', ' ')).replace(/^\/\/$/, '/')) || '/';

const orderedQuery = (url: string): string =>
  parseQuery(queryOf(url))
    .map(({ shown, value }) => (value === null ? encoded(shown) : `${encoded(shown)}=${encoded(value)}`))
    .join('&');

/** Returns `match_url` of a rule, the lookup key of its address (docs/interface/redirects.md §1). */
export const lookupKey = (url: string, { flag_regex, flag_query }: RuleFlags): string => {
  if (flag_regex) return 'regex';
  const query = flag_query === 'exactorder' ? orderedQuery(url) : '';
  return query === '' ? pathKey(url) : `${pathKey(url)}?${query}`;
};
