import type { ServiceName } from '@almanac/manifest';
import type { Sender } from './internalContract.ts';
import { internalContracts } from './registry.ts';

/** A route that takes all members of a former version. */
export interface RestoringRoute {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
}

const post = (path: string): RestoringRoute => ({ method: 'POST', path });

/**
 * Routes through which misc restores a record (docs/interface/ops.md §3): those that registrations name as
 * `written.route` and `written.method`. Misc forwards the answer unchanged, so there is no contract.
 */
export const restoredAt: readonly RestoringRoute[] = [
  post('/cal/event-import/v1/feeds/{id}'),
  post('/cal/events/v1/categories/{id}'),
  post('/cal/events/v1/events/{id}'),
  post('/cal/events/v1/organizers/{id}'),
  post('/cal/events/v1/venues/{id}'),
  { method: 'PUT', path: '/calx/v1/series/{id}' },
  post('/core/v2/categories/{id}'),
  post('/core/v2/media/{id}'),
  post('/core/v2/menu-items/{id}'),
  post('/core/v2/menus/{id}'),
  post('/core/v2/posts/{id}'),
  post('/core/v2/settings'),
  post('/core/v2/tags/{id}'),
  post('/core/v2/users/{id}'),
  post('/ops/v1/webhooks/{id}'),
  post('/redirection/v1/group/{id}'),
  post('/redirection/v1/redirect/{id}'),
];

/** A route of the public interface whose answers other services embed. */
interface EmbeddedRoute {
  readonly service: ServiceName;
  readonly path: string;
  readonly askedBy: ServiceName;
}

/**
 * Routes that services read for `_embed` in the name of the caller, because their records link to them
 * (docs/interface/server.md §11). The answer becomes a part of the record unchanged, so there is no contract.
 */
const embeddedAt: readonly EmbeddedRoute[] = [
  { service: 'core', path: '/core/v2/media/{id}', askedBy: 'calendar' },
  { service: 'core', path: '/core/v2/tags', askedBy: 'calendar' },
  { service: 'core', path: '/core/v2/users/{id}', askedBy: 'calendar' },
  { service: 'calendar', path: '/core/v2/cal_events/{id}', askedBy: 'core' },
  { service: 'calendar', path: '/core/v2/cal_events_cat/{id}', askedBy: 'core' },
];

interface SenderRule {
  readonly method: string;
  readonly path: RegExp;
  readonly askedBy: readonly string[];
}

const INTERNAL = /^\/internal(?:\/|$)/i;

/** Processes that use the public interface on behalf of clients. */
const FOR_CLIENTS: readonly string[] = ['gateway', 'operator'] satisfies Sender[];

/** Returns an expression that matches a contract's path without its query. */
const expressionOf = (path: string): RegExp => {
  const [address = ''] = path.split('?');
  return new RegExp(`^${address.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`, 'i');
};

const embedding = embeddedAt.map(({ path, ...route }) => ({ ...route, path: expressionOf(path) }));

/** Returns the service that owns an embedded path; undefined if the asking service embeds no such path. */
export const ownerOfEmbedded = (asker: ServiceName, path: string): ServiceName | undefined =>
  embedding.find((route) => route.askedBy === asker && route.path.test(path))?.service;

const askedOf = (service: string): readonly SenderRule[] => [
  ...internalContracts
    .filter((contract) => contract.service === service || contract.service === 'every')
    .map(({ method, path, askedBy }) => ({ method, path: expressionOf(path), askedBy })),
  ...embedding
    .filter((route) => route.service === service)
    .map(({ path, askedBy }) => ({ method: 'GET', path, askedBy: [askedBy] })),
  ...restoredAt.map(({ method, path }) => ({ method, path: expressionOf(path), askedBy: ['misc'] })),
];

/**
 * Creates the rule that is true if a process may send a request to a service (docs/adr/0045). A contract names its
 * senders. The gateway and operators may send public requests. Only the gateway may send internal requests without a
 * contract, such as pages.
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
