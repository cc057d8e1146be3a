import { DomainError } from '@almanac/i18n';
import { contentOfBody, contentOfStream } from '@almanac/identity';
import type { Body } from './body.ts';
import type { Received } from './exchange.ts';
import { messages } from './messages.ts';

/** The namespace of what processes of the site ask one another; nobody else is answered. */
export const INTERNAL = 'internal';

const refused = (): DomainError => new DomainError('rest_not_sealed', 401, messages.notSealed);

/**
 * What the seal of an internal request says of the body (docs/architecture.md §9).
 * @throws DomainError 401 `rest_not_sealed` without a seal that is good
 */
export const requireSeal = ({ sealed }: Received): string => {
  const content = sealed?.();
  if (content === undefined) throw refused();
  return content;
};

/**
 * Compares a body with what the seal says of it: its hash, or the type and length of one that was passed on unread.
 * @param body undefined where a route leaves it to its handler
 * @throws DomainError 401 `rest_not_sealed`
 */
export const requireContent = (content: string, { headers }: Received, body: Body | undefined): void => {
  if (content === contentOfStream({ headers })) return;
  if (body === undefined || content !== contentOfBody(body.bytes)) throw refused();
};
