import shared from '../jest.config.mjs';

/** Leaves out tests that run only on containers, unless `ENGINES` names these. */
const contained = process.env.ENGINES?.includes('containers') ? [] : ['/faults/containers/'];

/** Each black-box scenario starts its own sites, and many kill parts of them, so one worker and long timeouts. */
export default {
  ...shared,
  testMatch: ['<rootDir>/**/*.e2e.ts', '<rootDir>/**/*.spec.ts'],
  // whole sites hash passwords at the real cost
  setupFilesAfterEnv: shared.setupFilesAfterEnv.filter((file) => !file.endsWith('jest.hashes.mjs')),
  testPathIgnorePatterns: [...shared.testPathIgnorePatterns, ...contained],
  testTimeout: process.env.LONG === undefined ? 600_000 : 3_600_000,
  maxWorkers: 1,
};
