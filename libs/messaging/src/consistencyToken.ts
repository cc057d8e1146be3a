import { isServiceName, type ServiceName } from '@almanac/contracts';
import { hasCode } from '@almanac/event-store';
import type { KeyedEventPosition, RunningSubscription } from './bus.ts';
import { deliveriesOf, type Source } from './source.ts';

/** The header in the answer to a write: the consistency token of the events that the write's commit published. */
export const TOKEN_HEADER = 'x-almanac-told';
/** The header in a request from the gateway: the consistency tokens of the answers of the last seconds. */
export const WAIT_FOR_HEADER = 'x-almanac-marks';

/** The position of an event that a service has published. */
export interface TokenPosition extends KeyedEventPosition {
  readonly source: ServiceName;
  /** The epoch of the position; absent for the first. */
  readonly epoch?: number;
}

/** A service's own log. */
export interface TokenSource extends Pick<Source, 'store' | 'publishing'> {
  /** See `createEpochs`. */
  readonly epochAt: (position: number) => Promise<number>;
}

/**
 * Maximum number of positions in one token. A client that waits for only a part of a large import reads correct data,
 * but not all of it yet.
 */
const MAX_TOKEN_POSITIONS = 50;

/**
 * Returns the consistency token of the commit at a position of a service's log: the last published event of each key.
 * The token is empty while the log cannot be read; the commit is written all the same.
 */
export const consistencyTokenAt =
  (service: ServiceName, { epochAt, ...source }: TokenSource) =>
  async (position: number): Promise<string> => {
    try {
      const { store } = source;
      const [commit] = store.readWritten?.(position - 1, 1) ?? (await store.readLog(position - 1, 1));
      const epoch = await epochAt(position);
      const deliveries = commit === undefined ? [] : deliveriesOf(service, source, commit);
      const positions = deliveries.map(({ key, n }) => [key, { source: service, epoch, position, n, key }] as const);
      return formatToken([...new Map(positions).values()].slice(-MAX_TOKEN_POSITIONS));
    } catch (error) {
      if (hasCode(error, 'store-unavailable')) return '';
      throw error;
    }
  };

/** Formats a token, such as `core/1042/0/post-7,calendar@2/7/1/event-9`, for the two headers; `@2` is a later epoch. */
export const formatToken = (positions: Iterable<TokenPosition>): string => Array.from(positions, formatPosition).join();

const formatPosition = ({ source, epoch = 1, position, n, key }: TokenPosition): string =>
  [epoch === 1 ? source : `${source}@${epoch}`, position, n, encodeURIComponent(key)].join('/');

const POSITION = /^([a-z]+)(?:@(\d{1,6}))?\/(\d{1,15})\/(\d{1,4})\/([^/]+)$/;

/** Parses either header; leaves out invalid parts. */
export const readToken = (header: string): TokenPosition[] =>
  header.split(',').flatMap((text) => {
    const [, source = '', epoch, position, n, key = ''] = POSITION.exec(text) ?? [];
    if (!isServiceName(source)) return [];
    const eventPosition = { position: Number(position), n: Number(n), key: decodeURIComponent(key) };
    return [{ source, ...(epoch !== undefined && { epoch: Number(epoch) }), ...eventPosition }];
  });

/**
 * Maximum milliseconds for which a service that answers from copies waits for its client's writes elsewhere
 * (docs/architecture.md §4).
 */
const MAX_WAIT_MS = 300;

/**
 * Waits until a subscription has handled the events in a request's token, so that its client reads its own writes.
 * Skips sources that the subscription does not read.
 * @param patience timeout in milliseconds
 * @returns false if the timeout ended before all of them were handled
 */
export const waitFor = async (
  running: Pick<RunningSubscription, 'reached'>,
  sources: readonly ServiceName[],
  header: string | readonly string[] | undefined,
  patience = MAX_WAIT_MS,
): Promise<boolean> => {
  if (header === undefined || header === '') return true;
  const awaited = readToken(String(header)).filter(({ source }) => sources.includes(source));
  const reached = await Promise.all(awaited.map((position) => running.reached(position.source, position, patience)));
  return !reached.includes(false);
};
