export * from './counters.ts';
export * from './documents.ts';
export * from './entries.ts';
export * from './errors.ts';
export * from './page.ts';
export { approximateSize, requireStorable, storageRefusal } from './storable.ts';
