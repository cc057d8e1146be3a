import { principalId } from '@almanac/identity';
import { type Log, type Metrics, traceMembers } from '@almanac/service';
import { routeOf } from '@almanac/telemetry';
import type { CacheUse } from './answers/cacheUses.ts';
import type { Exchange } from './exchange.ts';

/** Counts an answered request in the metrics and logs it at level `info`. */
export const noteAnswer = (
  exchange: Exchange,
  target: string,
  { log, metrics, countUse }: { log: Log; metrics: Metrics; countUse: (use: CacheUse) => void },
): void => {
  const began = performance.now();
  const received = { method: exchange.request.method ?? '', url: exchange.request.url };
  exchange.response.on('close', () => {
    const milliseconds = performance.now() - began;
    const { request, response } = exchange;
    const { method = received.method } = request;
    const { statusCode: status } = response;
    const labels = { method, status, target: exchange.target ?? target, route: routeOf(response) };
    metrics.request(labels, milliseconds / 1_000);
    if (exchange.cache !== undefined) {
      countUse(exchange.cache);
      exchange.span.set({ 'almanac.cache': exchange.cache });
    }
    if (!log.isLevelEnabled('info')) return;
    const { id, caller, principal, language, span, cache } = exchange;
    const line = {
      id,
      ip: caller.ip,
      who: principalId(principal),
      method,
      url: received.url ?? '',
      language,
      status,
      took: Math.round(milliseconds * 10) / 10,
      ...(cache && { cache }),
      ...traceMembers(span.sampled),
    };
    log.info(line, 'answered');
  });
};
