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
  extensionsToTreatAsEsm: ['.ts'],
  testSequencer: fileURLToPath(new URL('jest.sequencer.mjs', import.meta.url)),
  setupFiles: [fileURLToPath(new URL('jest.seed.mjs', import.meta.url))],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
  // for a machine that is busy with something else; what waits for a condition says itself when it gave up
  testTimeout: 300_000,
};
