/** Other services would have to be asked. */
const asksOthers = { who: ['administrator'], allowed: [503, 'rest_service_unavailable'] } as const;

/** Who may use which route of `ops/v1`, for the rights matrix of the service. */
export const operationsRights = {
  'GET /ops/v1/history/{kind}/{id}': asksOthers,
  'POST /ops/v1/history/{kind}/{id}/restore': { ...asksOthers, body: { version: 1 } },
} as const;
