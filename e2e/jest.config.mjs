import shared from '../jest.config.mjs';

/** What is shown on containers alone has no tests where they are not asked for. */
const contained = process.env.ENGINES?.includes('containers') ? [] : ['/faults/containers/'];

/** Black-box scenarios: each starts sites of its own, and many hurt them, so one worker and long timeouts. */
export default {
  ...shared,
  testMatch: ['<rootDir>/**/*.e2e.ts', '<rootDir>/**/*.spec.ts'],
  testPathIgnorePatterns: [...shared.testPathIgnorePatterns, ...contained],
  testTimeout: process.env.LONG === undefined ? 600_000 : 3_600_000,
  maxWorkers: 1,
};
