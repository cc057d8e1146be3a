import type { OutgoingHttpHeaders } from 'node:http';
import type { AnswerSources } from '@almanac/rest';

/** The bytes of an answer, as its service sent them. */
export interface AnswerBytes {
  readonly status: number;
  /** Names in lower case; without those that the gateway adds to every answer. */
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** An answer as it is sent. */
export interface SentForm {
  /** Names and values in turns; without the request's id. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/** An answer in memory. */
export interface KeptAnswer extends AnswerBytes {
  readonly sources: AnswerSources;
  /** The part that answered, for metrics and the access log. */
  readonly target: string;
  /** The declared route that answered, for metrics. */
  readonly route: string | undefined;
  /** The consistency token for which the part waited before it answered. */
  readonly token: string | undefined;
  /** True if its forms have the names of a profile, and bodies of their own. */
  readonly isRendered: boolean;
  /** The forms in which it is sent, by `Accept-Encoding`. */
  readonly forms: Map<string, SentForm>;
}

const STATUSES: ReadonlySet<number> = new Set([200, 301, 404]);

/** Maximum bytes of a kept body. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Bytes of an entry beside key and body: its headers, in each form, its sources, and the objects around them. */
const ENTRY_BYTES = 16_384;

/** Headers of answers that belong to one client or to one moment. */
const PERSONAL = ['set-cookie', 'content-encoding', 'ratelimit', 'retry-after', 'x-core-nonce'] as const;

/** Request headers that `Vary` may name: they are in the key, or the request of a kept answer has none of them. */
const KEYED: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cookie',
  'origin',
]);

const isKeyed = (vary: OutgoingHttpHeaders['vary']): boolean =>
  [vary ?? []]
    .flat()
    .flatMap((names) => String(names).split(','))
    .every((name) => KEYED.has(name.trim().toLowerCase()));

/** Returns the reason why an answer must not be kept, by its status and headers; undefined if it may be. */
export const refusalOf = (status: number, headers: OutgoingHttpHeaders): string | undefined => {
  if (!STATUSES.has(status)) return `status ${status}`;
  const personal = PERSONAL.find((name) => headers[name] !== undefined);
  if (personal !== undefined) return `the header ${personal}`;
  if (/\b(?:private|no-store)\b/.test(String(headers['cache-control']))) return 'the header cache-control';
  if (!isKeyed(headers.vary)) return 'the header vary';
  const length = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
  return length <= MAX_BODY_BYTES ? undefined : 'a body that is too large, or in parts';
};

/** Returns the bytes of memory that an answer occupies, with its rendered and compressed forms. */
export const sizeOf = ({ body, isRendered }: KeptAnswer, key: string): number =>
  ENTRY_BYTES + 2 * key.length + (isRendered ? 3 : 2) * body.length;
