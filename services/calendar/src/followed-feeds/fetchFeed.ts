import type { TextParams } from '@almanac/i18n';
import {
  createOutgoing,
  httpsPolicy,
  type Outgoing,
  OutgoingError,
  type OutgoingResponse,
  type Policy,
} from '@almanac/outgoing';

const MAX_MIB = 20;
const TIMEOUT_MS = 30_000;

/** Texts of the run log, for editors. They do not tell why an address cannot be reached: it may be an inner one. */
export const feedTexts = {
  unreachable: 'The address cannot be fetched.',
  tooLarge: 'The feed is larger than {limit} MiB.',
  tooMany: 'The feed has more than {limit} events. Those above the limit were not taken, and nothing was removed.',
  status: 'The address answers with the status {status}.',
  notCalendar: 'The address does not answer with an iCalendar file.',
  guarded:
    'The feed no longer has {gone} of its {total} events. Nothing was removed. Check the feed, then confirm the removal.',
} as const;

/** A run that cannot read its feed; the message is one of `feedTexts`. */
export class FeedError extends Error {
  readonly params: TextParams;
  constructor(message: string, params: TextParams = {}, options?: ErrorOptions) {
    super(message, options);
    this.params = params;
  }
}

/** The content of a feed; null if it has not changed since the last run. */
export interface FetchedFeed {
  readonly body: Buffer | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** The number of requests that run and wait in each client. */
const PLACES = { running: 4, waiting: 100 };

/** Creates the client for followed feeds. Http is allowed for private targets alone. */
export const createFeedOutgoing = (policy: Policy): Outgoing =>
  createOutgoing({ policy: httpsPolicy(policy), places: PLACES });

/** Returns the validators of the last answer as request headers. */
const conditionsOf = ({ etag, lastModified }: Pick<FetchedFeed, 'etag' | 'lastModified'>): Record<string, string> => ({
  ...(etag !== null && { 'if-none-match': etag }),
  ...(lastModified !== null && { 'if-modified-since': lastModified }),
});

/**
 * Fetches a feed.
 * @param last the validators of the last answer; null to fetch it in any case
 * @throws FeedError; the signal's reason
 */
export const fetchFeed = async (
  outgoing: Outgoing,
  url: string,
  { last, signal }: { readonly last: Pick<FetchedFeed, 'etag' | 'lastModified'> | null; readonly signal: AbortSignal },
): Promise<FetchedFeed> => {
  const { status, headers, body } = await answerOf(outgoing, url, { last, signal });
  if (status === 304 && last !== null) return { ...last, body: null };
  if (status !== 200) throw new FeedError(feedTexts.status, { status });
  return { body, etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null };
};

const answerOf = async (
  outgoing: Outgoing,
  url: string,
  { last, signal }: Parameters<typeof fetchFeed>[2],
): Promise<OutgoingResponse> => {
  try {
    return await outgoing.fetch(url, {
      accept: 'text/calendar, */*;q=0.5',
      headers: last === null ? {} : conditionsOf(last),
      maxBytes: MAX_MIB * 1024 * 1024,
      timeout: TIMEOUT_MS,
      signal,
    });
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    if (error.reason === 'too-large') throw new FeedError(feedTexts.tooLarge, { limit: MAX_MIB }, { cause: error });
    throw new FeedError(feedTexts.unreachable, {}, { cause: error });
  }
};
