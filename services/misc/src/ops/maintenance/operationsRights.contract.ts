import { roles } from '@almanac/identity';

const administrators = ['administrator'] as const;

/** Expected answer of routes that query other services, which are unreachable in the test. */
const asksOthers = { who: administrators, allowed: [503, 'rest_service_unavailable'] } as const;
const listed = { who: administrators, allowed: [200] } as const;
const noHook = { who: administrators, allowed: [404, 'ops_webhook_not_found'] } as const;

/** Roles permitted on each route of `ops/v1`, for the rights matrix of the service. */
export const operationsRights = {
  'GET /ops/v1/history/{kind}/{id}': { ...asksOthers, who: roles },
  'POST /ops/v1/history/{kind}/{id}/restore': { ...asksOthers, who: roles, body: { version: 1 } },
  'GET /ops/v1/dead-letters': listed,
  'POST /ops/v1/dead-letters/replay': { ...asksOthers, body: { subscription: 'core.events' } },
  'POST /ops/v1/dead-letters/discard': { ...asksOthers, body: { subscription: 'core.events', key: 'tag-1' } },
  'GET /ops/v1/lag': listed,
  'POST /ops/v1/rebuilds': { ...asksOthers, body: { service: 'core' } },
  'GET /ops/v1/rebuilds': listed,
  'GET /ops/v1/rebuilds/{id}': asksOthers,
  'GET /ops/v1/events': listed,
  'GET /ops/v1/stream': { who: administrators, query: '?after=none', allowed: [400, 'rest_invalid_param'] },
  'GET /ops/v1/webhooks': listed,
  'POST /ops/v1/webhooks': { who: administrators, body: { url: 'https://hooks.example/in' }, allowed: [201] },
  'GET /ops/v1/webhooks/{id:\\d+}': noHook,
  'POST /ops/v1/webhooks/{id:\\d+}': noHook,
  'PUT /ops/v1/webhooks/{id:\\d+}': noHook,
  'PATCH /ops/v1/webhooks/{id:\\d+}': noHook,
  'DELETE /ops/v1/webhooks/{id:\\d+}': noHook,
  'GET /ops/v1/webhooks/{id:\\d+}/deliveries': noHook,
  'POST /ops/v1/webhooks/{id:\\d+}/deliveries/{delivery}/redeliver': noHook,
  'POST /ops/v1/webhooks/{id:\\d+}/ping': noHook,
} as const;
