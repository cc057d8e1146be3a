import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Returns the engine of patterns; its package is loaded at the first pattern. */
export const re2 = (): typeof import('re2js') => require('re2js');
