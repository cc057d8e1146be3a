import { languages } from '@almanac/i18n';
import { anonymous } from '@almanac/identity';
import { callerHeaders } from '@almanac/rest';
import { type FetchInternal, ServiceUnavailableError, type SiteSettings } from '@almanac/service';
import type { Exchange } from './exchange.ts';
import { homePage, invalidRoutePage, notFoundPage, type UpcomingEvent, upcomingEvents } from './homePage.ts';
import { rootLink } from './responseHeaders.ts';

export interface PagesOptions {
  readonly site: SiteSettings;
  readonly fetchInternal: FetchInternal;
}

const SHOWN = 10;

const SECURITY = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

/** Answers addresses outside the REST root: so far the first page, and 404 for every other. */
export const createPages = ({ site, fetchInternal }: PagesOptions) => {
  const upcoming = async (exchange: Exchange): Promise<readonly UpcomingEvent[] | undefined> => {
    try {
      const { status, body } = await fetchInternal('calendar', `/cal/events/v1/events?per_page=${SHOWN}`, {
        principal: anonymous,
        language: exchange.language,
        correlation: exchange.id,
        headers: { [callerHeaders.site]: exchange.baseUrl, [callerHeaders.apiRoot]: exchange.apiRoot },
      });
      return status === 200 ? upcomingEvents.parse(body).events : undefined;
    } catch (error) {
      if (error instanceof ServiceUnavailableError) return undefined;
      throw error;
    }
  };

  const send = (exchange: Exchange, status: number, html: string): void => {
    const { request, response, language, id } = exchange;
    const bytes = Buffer.from(html);
    response.writeHead(status, {
      ...SECURITY,
      'content-type': 'text/html; charset=UTF-8',
      'content-length': bytes.length,
      'content-language': languages[language].tag,
      link: rootLink(exchange),
      vary: 'Accept-Language',
      'x-request-id': id,
    });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  };

  return async function answerPage(exchange: Exchange, kind: 'page' | 'invalid-route'): Promise<void> {
    if (kind === 'invalid-route') return send(exchange, 400, invalidRoutePage(exchange));
    const reads = exchange.request.method === 'GET' || exchange.request.method === 'HEAD';
    if (!reads || exchange.path !== '/') return send(exchange, 404, notFoundPage(site.name, exchange));
    const { language, baseUrl, apiRoot } = exchange;
    const { name, description } = site;
    return send(
      exchange,
      200,
      homePage({ name, description, language, baseUrl, apiRoot, events: await upcoming(exchange) }),
    );
  };
};
