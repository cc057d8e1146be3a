import type { createSenderRule } from '@almanac/contracts';
import { restErrors } from './errors.ts';
import type { ReceivedRequest } from './exchange.ts';
import { INTERNAL } from './seals.ts';

export interface SenderRules {
  readonly mayAsk: ReturnType<typeof createSenderRule>;
  /** True if internal routes require a sender: with keys of processes. */
  readonly requiresSender: boolean;
}

const isInternal = (path: string): boolean => path.toLowerCase().startsWith(`/${INTERNAL}/`);

/**
 * Refuses a request that its sender is not declared to make (docs/adr/0045).
 * @throws DomainError 401 `rest_not_sealed`, 403 `rest_undeclared_sender`
 */
export const requireDeclaredSender = (
  { method, path, caller: { sender } }: Pick<ReceivedRequest, 'method' | 'path' | 'caller'>,
  { mayAsk, requiresSender }: SenderRules,
): void => {
  if (sender === undefined && requiresSender && isInternal(path)) throw restErrors.notSealed();
  // a former release names no sender
  if (sender === undefined) return;
  if (mayAsk(sender, method === 'HEAD' ? 'GET' : method, path)) return;
  throw restErrors.undeclaredSender({ data: { sender } });
};
