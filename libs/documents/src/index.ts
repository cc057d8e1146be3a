export * from './counters.ts';
export * from './documents.ts';
export * from './entries.ts';
export * from './errors.ts';
export { requireStorable } from './storable.ts';
