import { randomUUID } from 'node:crypto';
import { jsonOf } from '@almanac/outgoing';
import { isObject, type RestRequest } from '@almanac/rest';
import { addressNotAnswering, type Finding, factTexts, findingOf } from './finding.ts';
import { askOwnSite, isOnLoopback } from './ownSite.ts';

// Tests of how requests reach the site: TLS, credentials, and its own requests and caches (docs/interface/health.md §3).

type SiteRequest = Pick<RestRequest, 'site' | 'apiRoot' | 'principal'>;

export const loopbackRequests = async ({ site }: SiteRequest): Promise<Finding> => {
  const answer = await askOwnSite(site, '/health');
  const body = answer?.status === 200 ? jsonOf(answer.body) : undefined;
  return findingOf(isObject(body) && body.status === 'up' ? [] : [addressNotAnswering(site)]);
};

export const httpsStatus = async ({ site }: SiteRequest): Promise<Finding> => {
  if (site.startsWith('https:')) return { status: 'good', facts: [] };
  return { status: isOnLoopback(site) ? 'recommended' : 'critical', facts: [] };
};

/**
 * Tests if the Authorization header arrives. A caller with an application password proves it. Otherwise the site sends
 * invalid credentials: if they arrive, the error differs from that of a visitor.
 */
export const authorizationHeader = async ({ site, apiRoot, principal }: SiteRequest): Promise<Finding> => {
  if (principal.kind === 'user' && principal.credential?.kind === 'application-password') return findingOf([]);
  const basic = Buffer.from(`health:${randomUUID()}`).toString('base64');
  const path = `${apiRoot.slice(site.length)}/core/v2/users/me`;
  const answer = await askOwnSite(site, path, { authorization: `Basic ${basic}` });
  if (answer === undefined) return findingOf([addressNotAnswering(site)]);
  const body = jsonOf(answer.body);
  const code = isObject(body) && [401, 403].includes(answer.status) ? body.code : undefined;
  const isHeaderRead = typeof code === 'string' && code !== 'rest_not_logged_in';
  return { status: isHeaderRead ? 'good' : 'recommended', facts: [] };
};

const UNKEPT = /\b(?:no-store|private)\b/i;

/** Tests if the front page is cacheable and a conditional request returns 304 (docs/interface/health.md §3). */
export const pageCache = async ({ site }: SiteRequest): Promise<Finding> => {
  const address = `${site}/`;
  const first = await askOwnSite(site, '/');
  if (first?.status !== 200) return findingOf([addressNotAnswering(address)]);
  const { etag, 'cache-control': terms = '', 'set-cookie': cookies } = first.headers;
  if (etag === undefined || UNKEPT.test(terms) || cookies !== undefined)
    return findingOf([{ status: 'recommended', text: factTexts.notKept, params: { address } }]);
  const again = await askOwnSite(site, '/', { 'if-none-match': etag });
  // a page that changed between the two requests has another ETag
  if (again?.status === 304 || (again?.headers.etag ?? etag) !== etag) return findingOf([]);
  return findingOf([{ status: 'recommended', text: factTexts.sentAgain, params: { address } }]);
};
