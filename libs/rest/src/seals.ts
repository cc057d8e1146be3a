import { contentOfBody, contentOfStream } from '@almanac/identity';
import type { Body } from './body.ts';
import { restErrors } from './errors.ts';
import type { ReceivedRequest } from './exchange.ts';

/** The namespace of routes for the site's own processes only. */
export const INTERNAL = 'internal';

/**
 * Returns the content that the seal of an internal request states (docs/architecture.md §9).
 * @throws DomainError 401 `rest_not_sealed` without a valid seal
 */
export const requireSeal = ({ sealed }: ReceivedRequest): string => {
  const content = sealed?.();
  if (content === undefined) throw restErrors.notSealed();
  return content;
};

/**
 * Compares a body with its seal: its hash, or the type and length of a streamed body.
 * @param body undefined if the handler reads it
 * @throws DomainError 401 `rest_not_sealed`
 */
export const requireContent = (content: string, { headers }: ReceivedRequest, body: Body | undefined): void => {
  if (content === contentOfStream({ headers })) return;
  if (body === undefined || content !== contentOfBody(body.bytes)) throw restErrors.notSealed();
};
