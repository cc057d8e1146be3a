import { Agent, type IncomingMessage } from 'node:http';
import { EVENT_STREAM } from '@almanac/rest';
import type { Exchange } from './exchange.ts';
import { isReadWhole } from './wholeBody.ts';

/**
 * Connections kept to each service, by what they are for, so that none waits for one of another kind
 * (docs/architecture.md §9).
 */
const SOCKETS = { reads: 128, writes: 128, files: 32, visitorsFiles: 8 } as const;

export const POOLS = ['reads', 'writes', 'files', 'visitorsFiles', 'streams'] as const;

/** What a connection to a service is for. */
export type Pool = (typeof POOLS)[number];

/** Clients that want a stream of events say so, as browsers do. */
const asksForStream = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.accept?.includes(EVENT_STREAM) === true;

/** A body that is passed on as it arrives keeps its connection for as long as its client likes. */
export const poolOf = (exchange: Exchange): Pool => {
  const { request, principal } = exchange;
  if (asksForStream(request)) return 'streams';
  const isVisitor = principal.kind === 'anonymous' && exchange.isSignedIn !== true;
  if (!isReadWhole(exchange)) return isVisitor ? 'visitorsFiles' : 'files';
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
