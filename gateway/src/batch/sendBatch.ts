import { forgetBatch, runBatch, type ServiceName } from '@almanac/contracts';
import { codeOf, type DomainError } from '@almanac/i18n';
import { TOKEN_HEADER, WAIT_FOR_HEADER } from '@almanac/messaging';
import {
  type BatchAnswer,
  type BatchEntry,
  type BatchItem,
  callerHeaders,
  errorBody,
  type RestRequest,
  restErrors,
} from '@almanac/rest';
import { askOf, type FetchInternal, ServiceUnavailableError, serviceErrors } from '@almanac/service';
import type { z } from 'zod';
import type { Directory } from '../directory.ts';
import type { RecentTokens } from '../recentTokens.ts';
import { texts } from '../texts.ts';

export type SentItem = BatchItem;

export interface BatchPorts {
  readonly directory: Pick<Directory, 'find'>;
  readonly fetchInternal: FetchInternal;
  readonly recentTokens: RecentTokens;
  /** Timeout of a service for all its items, in milliseconds. */
  readonly timeout: number;
  /** Called with the path of each item that was carried out. */
  readonly onWritten: (path: string) => void;
}

/** Identifies a whole batch under its `Idempotency-Key`. */
export interface KeyedBatch {
  readonly key: string;
  /** Distinguishes the batch from others with the same key. */
  readonly digest: string;
}

interface Sending {
  readonly dryRun: boolean;
  readonly keyed?: KeyedBatch | undefined;
}

interface SentBatch {
  /** One entry per item, in the order of the list. */
  readonly entries: readonly BatchEntry[];
  /** True if every service replayed a stored answer for the key. */
  readonly replayed: boolean;
}

/**
 * Validates or carries out the items by their services.
 * A batch with a key goes to core first, even without items for core: core stores every key. A key that is taken or in
 * use refuses the batch before any service changes anything.
 * @throws DomainError a service's refusal of the key; 503 for a batch with a key if the service that stores it does not
 * answer
 */
export type BatchSender = (request: Asking, items: readonly SentItem[], how: Sending) => Promise<SentBatch>;

type Asking = Pick<RestRequest, 'principal' | 'language' | 'site' | 'apiRoot' | 'context'>;

/** The path of the batch route itself. */
export const BATCH_NAMESPACE = '/batch/v1';

/** The service that answers items of unknown routes and stores the keys of batches. */
const FALLBACK: ServiceName = 'core';

export const createBatchSender =
  (ports: BatchPorts): BatchSender =>
  async (request, items, how) => {
    const entries = items.map((item) => refusedHere(item, request.language));
    const placed = items
      .map((item, index) => ({ item, index }))
      .filter(({ index }) => entries[index] === null)
      .map((placed) => ({ ...placed, service: serviceOf(ports.directory, placed.item.path) }));
    const groups = Map.groupBy(placed, ({ service }) => service);
    const ask = async (service: ServiceName): Promise<boolean> => {
      const group = groups.get(service) ?? [];
      const part = { service, request, how, items: group.map(({ item }) => item) };
      const { responses, replayed } = await askOne(ports, part);
      for (const [position, { index }] of group.entries()) entries[index] = responses[position] ?? null;
      return replayed;
    };
    const first = how.keyed === undefined || how.dryRun ? undefined : FALLBACK;
    const replayed = first === undefined ? [] : [await ask(first)];
    const others = [...groups.keys()].filter((service) => service !== first);
    replayed.push(...(await Promise.all(others.map(ask))));
    if (!how.dryRun) noteWritten(ports.onWritten, items, entries);
    if (first !== undefined && entries.every(isRefused)) await freeKey(ports, request, how, [first, ...others]);
    return { entries, replayed: replayed.every(Boolean) };
  };

/** True if the item surely changed nothing. */
const isRefused = (entry: BatchEntry): boolean => entry !== null && entry.status >= 400 && entry.status < 500;

/** Frees the key of a batch in which nothing was carried out, so that the next batch may use it. */
const freeKey = async (
  { fetchInternal }: BatchPorts,
  { principal, context }: Asking,
  { keyed }: Sending,
  services: readonly ServiceName[],
): Promise<void> => {
  const asked = { principal, correlation: context.correlation, send: { key: keyed?.key ?? '' } };
  await Promise.all(
    services.map((service) =>
      askOf(fetchInternal, forgetBatch, service, asked).catch((error: unknown) => {
        // a service that is down keeps the key for a day
        if (!serviceErrors.serviceUnavailable.matches(error)) throw error;
      }),
    ),
  );
};

const noteWritten = (
  onWritten: BatchPorts['onWritten'],
  items: readonly SentItem[],
  entries: readonly BatchEntry[],
): void => {
  for (const [index, { path }] of items.entries()) {
    const entry = entries[index] ?? null;
    if (entry !== null && entry.status < 400) onWritten(path);
  }
};

/** Longer than any address of a request. */
const MAX_PATH_CHARACTERS = 16_384;

/** Returns the answer to an item that goes to no service; null for all other items. */
const refusedHere = (item: SentItem, language: string): BatchEntry => {
  if (item.path.length > MAX_PATH_CHARACTERS) return refusal(restErrors.pathFailed(), language);
  return isBatch(item) ? noBatchWithin(language) : null;
};

/** True if an item is itself a batch, the gateway's only route that takes a method of items. */
const isBatch = ({ path, method = 'POST' }: SentItem): boolean =>
  method === 'POST' && routeOf(path).toLowerCase() === BATCH_NAMESPACE;

const noBatchWithin = (language: string): BatchEntry => ({
  ...refusal(restErrors.batchNotAllowed(), language),
  headers: { Allow: 'POST' },
});

const serviceOf = (directory: Pick<Directory, 'find'>, path: string): ServiceName =>
  directory.find(routeOf(path))?.service ?? FALLBACK;

const routeOf = (path: string): string => (path.split(/[?#]/, 1)[0] ?? '').replace(/(?<!\/)\/+$/, '');

interface Part {
  readonly service: ServiceName;
  readonly request: Asking;
  readonly items: readonly SentItem[];
  readonly how: Sending;
}

interface BatchResult {
  readonly responses: readonly BatchEntry[];
  readonly replayed: boolean;
}

const askOne = async (ports: BatchPorts, part: Part): Promise<BatchResult> => {
  const { service, request, items, how } = part;
  try {
    return await answerOf(ports, part);
  } catch (error) {
    if (!serviceErrors.serviceUnavailable.matches(error)) throw error;
    const reported = how.dryRun || wasNeverSent(error) ? error : restErrors.outcomeUnknown();
    if (how.keyed !== undefined && (how.dryRun || service === FALLBACK)) throw reported;
    const refused = refusal(reported, request.language);
    return { responses: items.map(() => refused), replayed: false };
  }
};

const answerOf = async ({ fetchInternal, recentTokens, timeout }: BatchPorts, part: Part): Promise<BatchResult> => {
  const { service, request, items, how } = part;
  const { dryRun, keyed } = how;
  // `batchRoute` accepts only texts as headers
  const answer = await askOf(fetchInternal, runBatch, service, {
    send: { dryRun, items: items as z.input<typeof runBatch.request>['items'], ...(keyed && { whole: keyed.digest }) },
    principal: request.principal,
    language: request.language,
    correlation: request.context.correlation,
    headers: {
      ...callersHeaders(request, recentTokens.for(service)),
      ...(keyed !== undefined && !dryRun && { 'idempotency-key': keyed.key }),
    },
    timeout,
  });
  const { headers, body, refused } = answer;
  // the message is already in the caller's language
  if (keyed !== undefined && (refused?.status === 409 || refused?.status === 422)) throw refused;
  if (refused !== undefined && UNREADABLE.has(refused.status)) {
    // the other services would run under a key that core does not know
    if (keyed !== undefined && service === FALLBACK) throw refused;
    return { responses: items.map(() => refusal(refused, request.language)), replayed: false };
  }
  if (refused !== undefined) throw new ServiceUnavailableError(service, { cause: refused });
  recentTokens.note(headers.get(TOKEN_HEADER) ?? undefined);
  // the service made the headers by `envelopeHeaders`
  return {
    responses: body.responses as BatchAnswer['responses'],
    replayed: headers.get('idempotency-replayed') !== null,
  };
};

/** Statuses that refuse a call as a whole, for its size or form, before any of its items runs. */
const UNREADABLE: ReadonlySet<number> = new Set([400, 413]);

const callersHeaders = ({ site, apiRoot }: Asking, recentTokens: string | undefined): Record<string, string> => ({
  [callerHeaders.site]: site,
  [callerHeaders.apiRoot]: apiRoot,
  ...(recentTokens !== undefined && { [WAIT_FOR_HEADER]: recentTokens }),
});

/** True if the request never reached the service, so that nothing was done. */
const wasNeverSent = ({ cause }: DomainError): boolean => {
  const reason = codeOf(cause);
  return cause === undefined || reason === 'ECONNREFUSED' || reason === 'ENOTFOUND';
};

const refusal = (error: DomainError, language: string): NonNullable<BatchEntry> => ({
  body: errorBody(error, texts, language),
  status: error.status,
  headers: [],
});
