/** Names of the tests, in the order of the list (docs/interface/health.md §2). */
export const testNames = [
  'background-updates',
  'loopback-requests',
  'https-status',
  'authorization-header',
  'page-cache',
  'outside-communication',
  'store',
  'documents',
  'broker',
  'lag',
  'dead-letters',
  'disk',
  'clock',
] as const;

export type TestName = (typeof testNames)[number];
