import type { createSenderRule } from '@almanac/contracts';
import { restErrors } from './errors.ts';
import type { ReceivedRequest } from './exchange.ts';

/**
 * Refuses a request that its sender is not declared to make (docs/adr/0045).
 * @throws DomainError 403 `rest_undeclared_sender`
 */
export const requireDeclaredSender = (
  { method, path, caller: { sender } }: Pick<ReceivedRequest, 'method' | 'path' | 'caller'>,
  mayAsk: ReturnType<typeof createSenderRule>,
): void => {
  // a former release names no sender
  if (sender === undefined) return;
  if (mayAsk(sender, method === 'HEAD' ? 'GET' : method, path)) return;
  throw restErrors.undeclaredSender({ data: { sender } });
};
