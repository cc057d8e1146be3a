import type { RecordVersion } from '@almanac/event-sourcing';

export type HeaderValue = string | number | readonly string[];
export type AnswerHeaders = Readonly<Record<string, HeaderValue>>;

/** The answer of a handler; `libs/rest` adds JSON, ETag, `_fields` and `_envelope`. */
export interface RestResponse {
  /** Default: 200. */
  readonly status?: number;
  /** Any JSON value; with `contentType` a string, Buffer, stream, `AnswerParts` or `WrittenJson`. */
  readonly body: unknown;
  readonly headers?: AnswerHeaders;
  /** The record and its version, for a strong ETag and `If-None-Match`. Lists and deletions have none. */
  readonly version?: RecordVersion;
  /** Sends the body unchanged, with this content type. */
  readonly contentType?: string;
  /** The commit's position: other services may wait for its integration events (docs/architecture.md §4). */
  readonly position?: number | undefined;
  /** True if something changed elsewhere without a commit of the request; `Idempotency-Key` then stores the answer. */
  readonly committed?: true;
  /** True if part of the work is not done yet: the same request with the same `Idempotency-Key` resumes it. */
  readonly unfinished?: boolean;
  /** The body for repeats with the same `Idempotency-Key`, if `body` contains secrets. */
  readonly kept?: unknown;
}

/** An answer before it is written as HTTP, as an envelope or as a batch entry. */
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

/** Returns a header's name as docs/interface/server.md §8 spells it: `X-Core-TotalPages`. */
const spelled = (name: string): string => {
  const lower = name.toLowerCase();
  return SPELLINGS.get(lower) ?? lower.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
};

const NUMBERS = /^x-(?:core|cal)-total(?:pages)?$/i;

/**
 * Returns the headers of an answer for envelopes and batch entries (docs/interface/server.md §8).
 * Totals are numbers, repeated headers are joined; `[]` if there are none.
 */
export const envelopeHeaders = (headers: AnswerHeaders): Readonly<Record<string, string | number>> | readonly [] => {
  const entries = Object.entries(headers).map(([name, value]) => {
    const text = Array.isArray(value) ? value.join(', ') : value;
    return [spelled(name), NUMBERS.test(name) ? Number(text) : String(text)] as const;
  });
  return entries.length === 0 ? [] : Object.fromEntries(entries);
};
