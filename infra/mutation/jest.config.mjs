import { fileURLToPath } from 'node:url';
import shared from '../../jest.config.mjs';

const { testRunner: _, testEnvironment: __, ...others } = shared;

/** Stryker brings jest's own runner: modules are loaded again for each file, so that faults in what runs at their loading show. */
export default {
  ...others,
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  setupFilesAfterEnv: [...shared.setupFilesAfterEnv, fileURLToPath(new URL('jestGlobal.mjs', import.meta.url))],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
};
