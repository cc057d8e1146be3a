import shared from '../jest.config.mjs';

/** Faults on real servers take minutes and want the machine for themselves: `npm run e2e` runs them. */
const faults = process.env.FAULTS === undefined ? ['/faults/native/', '/faults/busOnKafka'] : [];

/** Black-box scenarios: each starts sites of its own, so one worker and long timeouts. */
export default {
  ...shared,
  testMatch: ['<rootDir>/**/*.e2e.ts'],
  testPathIgnorePatterns: [...shared.testPathIgnorePatterns, ...faults],
  testTimeout: 180_000,
  maxWorkers: 1,
};
