import type { ServiceName } from '@almanac/contracts';
import { DomainError } from '@almanac/domain';
import { MARKS, TOLD } from '@almanac/messaging';
import {
  type BatchAnswer,
  type BatchEntry,
  type BatchItem,
  callerHeaders,
  errorBody,
  type RestRequest,
} from '@almanac/rest';
import { type FetchInternal, ServiceUnavailableError } from '@almanac/service';
import type { Directory } from '../directory.ts';
import { outcomeUnknown } from '../failures.ts';
import type { Marks } from '../marks.ts';
import { texts } from '../texts.ts';

export type SentItem = BatchItem;

export interface BatchPorts {
  readonly directory: Pick<Directory, 'find'>;
  readonly fetchInternal: FetchInternal;
  readonly marks: Marks;
  /** Milliseconds that a service has for all of its items. */
  readonly timeout: number;
  /** Called with the paths of items that were carried out. */
  readonly onWritten: (path: string) => void;
}

/** Has the items checked, or carried out, by their services; an entry for each, in the order of the list. */
export type BatchSender = (
  request: Asking,
  items: readonly SentItem[],
  how: { readonly dryRun: boolean },
) => Promise<BatchEntry[]>;

type Asking = Pick<RestRequest, 'principal' | 'language' | 'site' | 'apiRoot' | 'context'>;

/** The path of the route itself. */
export const BATCH = '/batch/v1';

/** Answers for what nobody serves, as it would for an unknown route of its own. */
const FALLBACK: ServiceName = 'core';

export const createBatchSender = (ports: BatchPorts): BatchSender => {
  const { directory, onWritten } = ports;

  return async (request, items, { dryRun }) => {
    const entries = items.map((item): BatchEntry => (isBatch(item) ? noBatchWithin(request.language) : null));
    const placed = items
      .map((item, index) => ({ item, index, service: serviceOf(directory, item.path) }))
      .filter(({ index }) => entries[index] === null);
    const groups = [...Map.groupBy(placed, ({ service }) => service)];
    await Promise.all(
      groups.map(async ([service, group]) => {
        const sent = group.map(({ item }) => item);
        const answered = await askOne(ports, { service, request, items: sent, dryRun });
        for (const [place, { index }] of group.entries()) entries[index] = answered[place] ?? null;
      }),
    );
    if (!dryRun) {
      for (const [index, entry] of entries.entries()) {
        if (entry !== null && entry.status < 400) onWritten((items[index] as SentItem).path);
      }
    }
    return entries;
  };
};

/** The one route of the gateway's own that takes a method of items. */
const isBatch = ({ path, method = 'POST' }: SentItem): boolean =>
  method === 'POST' && path.split('?')[0]?.toLowerCase() === BATCH;

const noBatchWithin = (language: string): BatchEntry => {
  const error = new DomainError('rest_batch_not_allowed', 400, 'The requested route does not support batch requests.');
  return { ...refusal(error, language), headers: { Allow: 'POST' } };
};

const serviceOf = (directory: Pick<Directory, 'find'>, path: string): ServiceName =>
  directory.find(path.split('?')[0] as string)?.service ?? FALLBACK;

interface Part {
  readonly service: ServiceName;
  readonly request: Asking;
  readonly items: readonly SentItem[];
  readonly dryRun: boolean;
}

const askOne = async (ports: BatchPorts, part: Part): Promise<readonly BatchEntry[]> => {
  const { service, request, items, dryRun } = part;
  try {
    const { status, headers, body } = await ports.fetchInternal(service, '/internal/batch', {
      body: { dryRun, items },
      principal: request.principal,
      language: request.language,
      correlation: request.context.correlation,
      headers: callersHeaders(request, ports.marks.for(service)),
      timeout: ports.timeout,
    });
    if (status !== 200) throw new ServiceUnavailableError(service);
    ports.marks.note(headers.get(TOLD) ?? undefined);
    return (body as BatchAnswer).responses;
  } catch (error) {
    if (!(error instanceof ServiceUnavailableError)) throw error;
    const refused = refusal(dryRun || wasNeverSent(error) ? error : outcomeUnknown(), request.language);
    return items.map(() => refused);
  }
};

const callersHeaders = ({ site, apiRoot }: Asking, marks: string | undefined): Record<string, string> => ({
  [callerHeaders.site]: site,
  [callerHeaders.apiRoot]: apiRoot,
  ...(marks !== undefined && { [MARKS]: marks }),
});

/** Nobody listened: then surely nothing was done. */
const wasNeverSent = ({ cause }: ServiceUnavailableError): boolean => {
  const reason = (cause as { cause?: { code?: string } } | undefined)?.cause?.code;
  return cause === undefined || reason === 'ECONNREFUSED' || reason === 'ENOTFOUND';
};

const refusal = (error: DomainError, language: string): NonNullable<BatchEntry> => ({
  body: errorBody(error, texts, language),
  status: error.status,
  headers: [],
});
