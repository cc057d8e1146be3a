import type { ServiceName } from '@almanac/contracts';
import { canonicalPagePath, canonicalPath, type Language } from '@almanac/i18n';
import type { Settings } from '@almanac/service';
import { calendarFile } from './calendarFiles.ts';
import type { Exchange } from './exchange.ts';
import type { Identify } from './identification.ts';
import { failPage } from './pageFailure.ts';
import { targetOf } from './pageTargets.ts';
import type { Target } from './serviceProxies.ts';

export interface PagesOptions {
  readonly settings: Settings;
  readonly addresses: ReadonlyMap<ServiceName, string>;
  readonly identify: Identify;
  readonly pass: (exchange: Exchange, service: ServiceName, target: Target) => void;
  /** The site's own front end, which answers instead of the services' pages. */
  readonly front?: ((exchange: Exchange) => void) | undefined;
}

const METHODS = ['GET', 'HEAD', 'POST'];

/** Segments that lead upwards, encoded or not. */
export const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** The gateway serves calendar files, to which programs subscribe, even if the site has a front end of its own. */
const isCalendarFile = ({ path, query }: Exchange): boolean =>
  path === '/events/feed.ics' || calendarFile(canonicalPagePath(path), query) !== undefined;

/** Answers addresses outside the REST root by the service that owns the records, or by the site's own front end. */
export const createPages = ({ settings, addresses, identify, pass, front }: PagesOptions) =>
  async function answerPage(exchange: Exchange): Promise<void> {
    const { kind, request, path, query } = exchange;
    if (kind === 'invalid-route')
      return failPage(exchange, { status: 400, detail: 'rest_path_invalid_type' }, settings.current());
    if (front !== undefined && !isCalendarFile(exchange)) return front(exchange);
    const method = request.method ?? '';
    if (!METHODS.includes(method)) {
      return failPage(exchange, { status: 405, headers: { Allow: METHODS.join(', ') } }, settings.current());
    }
    const isRight = method === 'POST' || exchange.isPassed === true;
    const address = isRight ? undefined : canonicalAddress(exchange, settings.current().default_language);
    if (address !== undefined) exchange.rightAddress = address;
    const target = targetOf(canonicalPagePath(path), query);
    if (target === undefined || DOT_SEGMENT.test(path)) return failPage(exchange, { status: 404 }, settings.current());
    if (!addresses.has(target.service)) return failPage(exchange, { status: 503 }, settings.current());
    await identify(exchange);
    pass(exchange, target.service, target);
  };

/** Returns the canonical address of a page; undefined if the request uses it already. */
const canonicalAddress = ({ request, baseUrl, query }: Exchange, siteLanguage: Language): string | undefined => {
  const [whole = '/'] = (request.url ?? '/').split('?', 1);
  const right = canonicalPath(whole, siteLanguage);
  return right === whole ? undefined : `${baseUrl}${right}${query === '' ? '' : `?${query}`}`;
};
