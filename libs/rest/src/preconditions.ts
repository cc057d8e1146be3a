import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { RecordVersion, VersionCondition } from '@almanac/event-sourcing';
import { restErrors } from './errors.ts';

/** Creates and compares the ETags of records. */
export interface Etags {
  /** Returns the strong ETag of a single record's answer, from its JSON: a text, or UTF-8 in chunks. */
  of(record: RecordVersion, json: string | readonly Uint8Array[]): string;
  /** Returns the condition of `If-Match`; undefined without one, and for `*`, which every existing record meets. */
  ifMatch(headers: IncomingHttpHeaders): IfMatch | undefined;
}

/** The condition of a request, which remembers whether a record was compared with it. */
export interface IfMatch extends VersionCondition {
  readonly wasCompared: boolean;
  isMetBy(record: RecordVersion): boolean;
}

const DIGEST_BYTES = 12;
const HASH_LENGTH = 20;
const OWN = new RegExp(`^(\\d+)-([\\w-]{${(DIGEST_BYTES * 4) / 3}})-`);
const TAG = /(W\/)?"([\x21\x23-\x7e\x80-\uffff]*)"/g;
const TAG_LIST = new RegExp(`^[ \\t]*${TAG.source}(?:[ \\t]*,(?:[ \\t]*${TAG.source})?)*[ \\t]*$`);

const hashOf = (json: string | readonly Uint8Array[]): string => {
  if (typeof json === 'string') return hash('sha1', json, 'base64url');
  const whole = createHash('sha1');
  for (const chunk of json) whole.update(chunk);
  return whole.digest('base64url');
};

/** Parses the tags of a header, each weak or strong; none if the header is not a list of tags (RFC 9110 §8.8.3). */
const tagsOf = (header: string): { readonly weak: boolean; readonly tag: string }[] =>
  TAG_LIST.test(header)
    ? [...header.matchAll(TAG)].map(([, weak, tag = '']) => ({ weak: weak !== undefined, tag }))
    : [];

/**
 * Creates ETags from version, keyed digest of the record's stream, and hash of the body (docs/architecture.md §2).
 * The digest prevents forged tags and tags of other records. The hash is for caches: `If-Match` compares only version
 * and digest, so that a tag of any context and language fits.
 * @param secret the site's, so that all replicas agree
 * @param others secrets whose tags fit too, during a rotation
 */
export const createEtags = (secret: string, others: readonly string[] = []): Etags => {
  const digestOf = (stream: string, key = secret): Buffer =>
    createHmac('sha256', key).update(`almanac-etag/${stream}`).digest().subarray(0, DIGEST_BYTES);

  const isOf = (tag: string, { stream, version }: RecordVersion): boolean => {
    const [, named, digest = ''] = OWN.exec(tag) ?? [];
    const given = Buffer.from(digest, 'base64url');
    return (
      named === String(version) && [secret, ...others].some((key) => timingSafeEqual(given, digestOf(stream, key)))
    );
  };

  return {
    of: ({ stream, version }, json) =>
      `"${version}-${digestOf(stream).toString('base64url')}-${hashOf(json).slice(0, HASH_LENGTH)}"`,
    ifMatch: (headers) => {
      const header = headers['if-match'];
      if (header === undefined || header.trim() === '*') return undefined;
      const strong = tagsOf(header).filter(({ weak }) => !weak);
      let wasCompared = false;
      const isMetBy = (record: RecordVersion): boolean => {
        wasCompared = true;
        return strong.some(({ tag }) => isOf(tag, record));
      };
      return {
        get wasCompared() {
          return wasCompared;
        },
        isMetBy,
        require: (record) => {
          if (!isMetBy(record)) throw restErrors.preconditionFailed();
        },
      };
    },
  };
};

/** True if `If-None-Match` names the tag, by the weak comparison of RFC 9110 §13.1.2. */
export const isNotModified = (headers: IncomingHttpHeaders, etag: string): boolean => {
  const header = headers['if-none-match'];
  if (header === undefined) return false;
  return header.trim() === '*' || [...header.matchAll(TAG)].some(([, , tag]) => `"${tag}"` === etag);
};

/** Number of characters of a digest of content: 162 bits. */
const CONTENT_DIGEST_LENGTH = 27;

/** Returns the digest of content for its ETag: letters, digits, `-` and `_`. */
export const contentDigest = (content: string | Uint8Array): string =>
  hash('sha256', content, 'base64url').slice(0, CONTENT_DIGEST_LENGTH);
