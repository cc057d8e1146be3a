import shared from '../jest.config.mjs';

/** Black-box scenarios: each starts sites of its own, so one worker and long timeouts. */
export default { ...shared, testMatch: ['<rootDir>/**/*.e2e.ts'], testTimeout: 180_000, maxWorkers: 1 };
