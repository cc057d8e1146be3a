/** The tests, in the order of the list (docs/interface/health.md §2). */
export const testNames = [
  ...(['background-updates', 'loopback-requests', 'https-status', 'authorization-header'] as const),
  ...(['page-cache', 'outside-communication', 'store', 'documents'] as const),
  ...(['broker', 'lag', 'dead-letters', 'disk', 'clock'] as const),
] as const;

export type TestName = (typeof testNames)[number];
