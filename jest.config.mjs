import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// jest writes its --outputFile only into a folder that is there
mkdirSync('test-results', { recursive: true });

/** One configuration for every workspace; each workspace's script gives its own --rootDir. */
export default {
  testMatch: ['<rootDir>/**/*.spec.ts'],
  // the fixture service runs its specs where it is added (e2e/fixture-service)
  testPathIgnorePatterns: ['/node_modules/', '/test-results/', '/fixture-service/repository/'],
  modulePathIgnorePatterns: ['/test-results/', '/fixture-service/repository/'],
  testSequencer: fileURLToPath(new URL('jest.sequencer.mjs', import.meta.url)),
  testRunner: fileURLToPath(new URL('jest.runner.mjs', import.meta.url)),
  testEnvironment: fileURLToPath(new URL('jest.environment.mjs', import.meta.url)),
  setupFilesAfterEnv: ['jest.seed.mjs', 'jest.hashes.mjs'].map((file) => fileURLToPath(new URL(file, import.meta.url))),
  // Node runs TypeScript as it is
  transform: {},
  // for a machine that is busy with something else; what waits for a condition says itself when it gave up
  testTimeout: 300_000,
};
