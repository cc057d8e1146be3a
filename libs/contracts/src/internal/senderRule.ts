import type { Sender } from './internalContract.ts';
import { internalContracts } from './registry.ts';

/**
 * Where misc writes a record as it was (docs/interface/ops.md §3): the routes that registrations name as `written.route`.
 * Its answer is handed on as it is, so there is no contract.
 */
export const restoredAt: readonly string[] = [
  '/cal/events/v1/categories/{id}',
  '/cal/events/v1/events/{id}',
  '/cal/events/v1/organizers/{id}',
  '/cal/events/v1/venues/{id}',
  '/core/v2/categories/{id}',
  '/core/v2/media/{id}',
  '/core/v2/posts/{id}',
  '/core/v2/settings',
  '/core/v2/tags/{id}',
  '/core/v2/users/{id}',
  '/ops/v1/webhooks/{id}',
  '/redirection/v1/group/{id}',
  '/redirection/v1/redirect/{id}',
];

interface Asked {
  readonly method: string;
  readonly path: RegExp;
  readonly askedBy: readonly string[];
}

const INTERNAL = /^\/internal(?:\/|$)/i;

/** Who asks what the public interface offers, in place of clients. */
const FOR_CLIENTS: readonly string[] = ['gateway', 'operator'] satisfies Sender[];

/** A contract's path without its query, as a request may write it. */
const expressionOf = (path: string): RegExp => {
  const [address = ''] = path.split('?');
  return new RegExp(`^${address.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`, 'i');
};

const askedOf = (service: string): readonly Asked[] => [
  ...internalContracts
    .filter((contract) => contract.service === service || contract.service === 'every')
    .map(({ method, path, askedBy }) => ({ method, path: expressionOf(path), askedBy })),
  ...restoredAt.map((path) => ({ method: 'POST', path: expressionOf(path), askedBy: ['misc'] })),
];

/**
 * Whether a process may ask a service something (docs/adr/0045): whoever a contract names, and for clients the gateway
 * and operators. What is internal and has no contract, such as pages, the gateway alone asks.
 */
export const createSenderRule = (service: string): ((sender: string, method: string, path: string) => boolean) => {
  const asked = askedOf(service);
  return (sender, method, path) => {
    const isInternal = INTERNAL.test(path);
    if (!isInternal && FOR_CLIENTS.includes(sender)) return true;
    const found = asked.filter((each) => each.method === method && each.path.test(path));
    if (found.length === 0) return isInternal && sender === 'gateway';
    return found.some(({ askedBy }) => askedBy.includes(sender));
  };
};
