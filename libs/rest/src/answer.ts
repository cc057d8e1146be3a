import type { RecordVersion } from '@almanac/event-sourcing';

export type HeaderValue = string | number | readonly string[];
export type AnswerHeaders = Readonly<Record<string, HeaderValue>>;

/** What a handler answers; `libs/rest` makes JSON, ETag, `_fields`, `_envelope` of it. */
export interface RestResponse {
  /** 200 without it. */
  readonly status?: number;
  /** Anything JSON can say; a string, Buffer, stream or `WrittenJson` where `contentType` is given. */
  readonly body: unknown;
  readonly headers?: AnswerHeaders;
  /** The record and its version: gives a strong ETag and answers `If-None-Match`. Lists and deletions have none. */
  readonly version?: RecordVersion;
  /** Sends the body as it is, under this content type. */
  readonly contentType?: string;
  /**
   * The commit's position, whose integration events other services may be asked to wait for (docs/architecture.md §4).
   */
  readonly position?: number | undefined;
  /** Something was changed elsewhere, by no commit of the request's own; `Idempotency-Key` keeps the answer then. */
  readonly committed?: true;
  /** Some of it was not done for now: the same request with the same `Idempotency-Key` resumes it. */
  readonly unfinished?: boolean;
  /** The body that repeats with the same `Idempotency-Key` get, where this one holds secrets. */
  readonly kept?: unknown;
}

/** An answer, before it is written as HTTP, as an envelope or as a batch entry. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: AnswerHeaders;
  readonly version?: RecordVersion | undefined;
  readonly contentType?: string | undefined;
  readonly position?: number | undefined;
  readonly consistencyToken?: string | undefined;
  readonly unfinished?: boolean | undefined;
  readonly committed?: boolean | undefined;
  readonly kept?: unknown;
}

export const answerOf = (response: RestResponse, position: number | undefined): Answer => ({
  status: response.status ?? 200,
  body: response.body,
  headers: response.headers ?? {},
  version: response.version,
  contentType: response.contentType,
  position: response.position ?? position,
  ...(response.unfinished && { unfinished: true }),
  ...(response.committed && { committed: true }),
  ...(response.kept !== undefined && { kept: response.kept }),
});

const SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    etag: 'ETag',
    'x-core-totalpages': 'X-Core-TotalPages',
    'x-cal-totalpages': 'X-Cal-TotalPages',
  }),
);

/** A header's name as docs/interface/server.md §8 spells it: `X-Core-TotalPages`. */
const spelled = (name: string): string => {
  const lower = name.toLowerCase();
  return SPELLINGS.get(lower) ?? lower.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
};

const NUMBERS = /^x-(?:core|cal)-total(?:pages)?$/i;

/**
 * The headers of an answer as envelopes and batch entries show them (docs/interface/server.md §8): totals as numbers,
 * repeated ones joined, `[]` when there is none.
 */
export const envelopeHeaders = (headers: AnswerHeaders): Readonly<Record<string, string | number>> | readonly [] => {
  const entries = Object.entries(headers).map(([name, value]) => {
    const text = Array.isArray(value) ? value.join(', ') : value;
    return [spelled(name), NUMBERS.test(name) ? Number(text) : String(text)] as const;
  });
  return entries.length === 0 ? [] : Object.fromEntries(entries);
};
