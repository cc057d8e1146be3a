import { Agent, type IncomingMessage } from 'node:http';
import { EVENT_STREAM } from '@almanac/rest';
import type { Exchange } from './exchange.ts';
import { isReadWhole } from './wholeBody.ts';

/**
 * Maximum number of connections to each service by purpose. No request waits for one of another purpose
 * (docs/architecture.md §9).
 */
const SOCKETS = { reads: 128, writes: 128, files: 32, visitorsFiles: 8 } as const;

export const POOLS = ['reads', 'writes', 'files', 'visitorsFiles', 'streams'] as const;

/** The purpose of a connection to a service. */
export type Pool = (typeof POOLS)[number];

/** True if a client asks for an event stream, as browsers do. */
const asksForStream = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.accept?.includes(EVENT_STREAM) === true;

/** Returns the pool of a request. A streamed body holds its connection for as long as its client likes. */
export const poolOf = (exchange: Exchange): Pool => {
  const { request, principal } = exchange;
  if (asksForStream(request)) return 'streams';
  if (!isReadWhole(exchange)) return principal.kind === 'anonymous' ? 'visitorsFiles' : 'files';
  return request.method === 'GET' || request.method === 'HEAD' ? 'reads' : 'writes';
};

const kept = (most: number): Agent => new Agent({ keepAlive: true, maxSockets: most, maxFreeSockets: most });

export const createPools = (): Readonly<Record<Pool, Agent>> => ({
  reads: kept(SOCKETS.reads),
  writes: kept(SOCKETS.writes),
  files: kept(SOCKETS.files),
  visitorsFiles: kept(SOCKETS.visitorsFiles),
  streams: new Agent({ keepAlive: false }),
});
