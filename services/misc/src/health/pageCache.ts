import type { RestRequest } from '@almanac/rest';
import { type Finding, factTexts, findingOf, unreachable } from './finding.ts';
import { askOwnSite } from './ownSite.ts';

const UNKEPT = /\b(?:no-store|private)\b/i;

/** Tests if the front page is cacheable and a conditional request returns 304 (docs/interface/health.md §3). */
export const pageCache = async ({ site }: Pick<RestRequest, 'site'>): Promise<Finding> => {
  const address = `${site}/`;
  const first = await askOwnSite(site, '/');
  if (first?.status !== 200) return findingOf([unreachable(address)]);
  const { etag, 'cache-control': terms = '', 'set-cookie': cookies } = first.headers;
  if (etag === undefined || UNKEPT.test(terms) || cookies !== undefined)
    return findingOf([{ status: 'recommended', text: factTexts.notKept, params: { address } }]);
  const again = await askOwnSite(site, '/', { 'if-none-match': etag });
  // a page that changed between the two requests has another ETag
  if (again?.status === 304 || (again?.headers.etag ?? etag) !== etag) return findingOf([]);
  return findingOf([{ status: 'recommended', text: factTexts.sentAgain, params: { address } }]);
};
