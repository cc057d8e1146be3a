const administrators = ['administrator'] as const;

/** Other services would have to be asked. */
const asksOthers = { who: administrators, allowed: [503, 'rest_service_unavailable'] } as const;

/** Who may use which route of `ops/v1`, for the rights matrix of the service. */
export const operationsRights = {
  'GET /ops/v1/history/{kind}/{id}': asksOthers,
  'POST /ops/v1/history/{kind}/{id}/restore': { ...asksOthers, body: { version: 1 } },
  'GET /ops/v1/dead-letters': { who: administrators, allowed: [200] },
  'POST /ops/v1/dead-letters/replay': { ...asksOthers, body: { subscription: 'core.events' } },
  'POST /ops/v1/dead-letters/discard': { ...asksOthers, body: { subscription: 'core.events', key: 'tag-1' } },
  'GET /ops/v1/lag': { who: administrators, allowed: [200] },
  'POST /ops/v1/rebuilds': { ...asksOthers, body: { service: 'core' } },
  'GET /ops/v1/rebuilds': { who: administrators, allowed: [200] },
  'GET /ops/v1/rebuilds/{id}': asksOthers,
  'GET /ops/v1/events': { who: administrators, allowed: [200] },
  'GET /ops/v1/stream': { who: administrators, query: '?after=none', allowed: [400, 'rest_invalid_param'] },
} as const;
