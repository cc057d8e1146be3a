import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { PreconditionFailedError } from '@almanac/aggregates';

/** The strong ETag of a single record's answer (architecture §2). */
export const etagOf = (version: number, json: string): string =>
  `"${version}-${hash('sha1', json, 'base64url').slice(0, 20)}"`;

const OPAQUE = /(W\/)?"([^"]*)"/g;

/**
 * The version that `If-Match` asks for. Of several the newest: versions only grow, so no older one can be current.
 * `*` asks for none.
 * @throws PreconditionFailedError when no strong tag of this interface is named
 */
export const ifMatchOf = (headers: IncomingHttpHeaders): number | undefined => {
  const header = headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  const versions = [...header.matchAll(OPAQUE)].flatMap(([, weak, tag = '']) => {
    const version = weak === undefined ? /^(\d+)-/.exec(tag)?.[1] : undefined;
    return version === undefined ? [] : [Number(version)];
  });
  if (versions.length === 0) throw new PreconditionFailedError();
  return Math.max(...versions);
};

/** Whether `If-None-Match` names the tag, weakly compared as RFC 9110 §13.1.2 says. */
export const isNotModified = (headers: IncomingHttpHeaders, etag: string): boolean => {
  const header = headers['if-none-match'];
  if (header === undefined) return false;
  return header.trim() === '*' || [...header.matchAll(OPAQUE)].some(([, , tag]) => `"${tag}"` === etag);
};
