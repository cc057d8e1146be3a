import type { OutgoingHttpHeaders } from 'node:http';
import { Transform } from 'node:stream';
import { principalId } from '@almanac/identity';
import { BATCH_NAMESPACE } from '../batch/sendBatch.ts';
import type { AnswerHead } from '../contentCoding.ts';
import type { Exchange } from '../exchange.ts';
import { type Aliases, isJson, namesTypes } from './aliases.ts';
import type { PieceRenamer } from './jsonRenamer.ts';

/** Routes of services whose answers describe the interface; the gateway's own all do, except batches. */
const DESCRIPTIONS = /^\/(?:core\/v2\/(?:types|taxonomies|statuses)(?:\/.*)?|cal\/events\/v1\/doc|calx\/v1\/docs)$/;

/** An answer with the names of the profile. */
export interface RenderedAnswer {
  readonly head: AnswerHead;
  /** The body's names; absent from a body without names, such as a file, which is sent as it is. */
  readonly body?: BodyRenderer;
}

/** Renders a body once, whole or in pieces; its length then differs. */
interface BodyRenderer {
  readonly whole: (bytes: Buffer) => Buffer;
  readonly inPieces: () => Transform;
}

/** True if an answer describes the interface or a fault. */
const isDescription = ({ path, request, target }: Exchange, status: number): boolean =>
  status >= 400 ||
  request.method === 'OPTIONS' ||
  (target === 'gateway' ? path !== BATCH_NAMESPACE : DESCRIPTIONS.test(path) || namesTypes(path));

/** Returns the renamer of an answer's body; undefined for a body without names, such as a file. */
const renamerOf = (
  exchange: Exchange,
  aliases: Aliases,
  status: number,
  headers: OutgoingHttpHeaders,
): PieceRenamer | undefined => {
  const { kind, baseUrl } = exchange;
  if (status === 204 || status === 304 || headers['content-encoding'] !== undefined) return undefined;
  const type = String(headers['content-type']);
  if (kind !== 'rest') return type.startsWith('text/html') ? aliases.renderPage(baseUrl) : undefined;
  return isJson(type) ? aliases.renderJson({ baseUrl, isDescription: isDescription(exchange, status) }) : undefined;
};

interface AnsweredRequest extends Pick<Exchange, 'kind' | 'principal' | 'apiRoot' | 'path' | 'query'> {
  readonly request: Pick<Exchange['request'], 'method'>;
}

/**
 * Returns the key under which the rendered body of an answer is kept: who asked, and for what; undefined for answers that
 * are seldom repeated. A kept body is used only for the same bytes, so the key decides nothing about rights.
 */
export const keyOfRendered = (
  { kind, request, principal, apiRoot, path, query }: AnsweredRequest,
  { status }: Pick<AnswerHead, 'status'>,
): string | undefined =>
  request.method === 'GET' && status === 200
    ? `${principalId(principal)} ${kind} ${apiRoot}${path}?${query}`
    : undefined;

/** Creates the stream that renames a body while it passes; each byte is a character. */
const createRenaming = (renamer: PieceRenamer): Transform => {
  const bytes = (text: string) => (text === '' ? undefined : Buffer.from(text, 'latin1'));
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, bytes(renamer.push(chunk.toString('latin1')))),
    flush: (done) => done(null, bytes(renamer.end())),
  });
};

/** Returns an answer with the names of the exchange's profile; without a profile, the answer as it is. */
export const renderAnswer = (exchange: Exchange, head: AnswerHead): RenderedAnswer => {
  const { rendering: aliases, baseUrl, kind } = exchange;
  if (aliases === undefined) return { head };
  const { status, headers } = head;
  const renamer = renamerOf(exchange, aliases, status, headers);
  const rendered = { status, headers: aliases.renderHeaders(headers, { baseUrl, isPage: kind !== 'rest' }) };
  if (renamer === undefined) return { head: rendered };
  const whole = (bytes: Buffer) => aliases.renderWhole(bytes, renamer, keyOfRendered(exchange, head));
  return { head: rendered, body: { whole, inPieces: () => createRenaming(renamer) } };
};
