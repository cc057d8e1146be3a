import type { OutgoingHttpHeaders } from 'node:http';
import type { SiteSettings } from '@almanac/contracts';
import { languageRecord } from '@almanac/i18n';
import { errorPage, renderContextOf, securityHeaders } from '@almanac/pages';
import type { Exchange } from './exchange.ts';
import { responseHeaders } from './responseHeaders.ts';
import { sendWhole } from './sendBody.ts';
import { texts } from './texts.ts';

/** Answers a request for a page with an error page, unless the answer has begun. */
export const failPage = (
  exchange: Exchange,
  { status, detail, headers = {} }: { status: number; detail?: string; headers?: OutgoingHttpHeaders },
  site: SiteSettings,
): void => {
  const { request, response, baseUrl, apiRoot, language } = exchange;
  if (response.headersSent || response.destroyed) return;
  if (status === 404 && isReplacedByErrorPage(exchange)) return;
  const bytes = Buffer.from(
    errorPage(status, renderContextOf(site, texts, { site: baseUrl, apiRoot, language }), detail),
  );
  const own = {
    ...securityHeaders(),
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Length': bytes.length,
    'Content-Language': languageRecord(language).tag,
    'Cache-Control': 'no-store',
    ...headers,
    ...(request.complete ? {} : { Connection: 'close' }),
  };
  sendWhole(exchange, { status, headers: responseHeaders(exchange, status, own) }, [bytes]);
};

/** True if a redirect rule answers for a missing page; the rules are asked once. */
export const isReplacedByErrorPage = (exchange: Exchange): boolean => {
  const { answerMissing } = exchange;
  delete exchange.answerMissing;
  return answerMissing?.() === true;
};
