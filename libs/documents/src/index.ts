export * from './counters.ts';
export * from './documents.ts';
export * from './entries.ts';
export * from './errors.ts';
export * from './findPage.ts';
export * from './page.ts';
export { CharacterLimit, readLimit, withinReadLimit } from './readLimit.ts';
export * from './recordsAfter.ts';
export { approximateSize, prepareTexts, requireStorable, storageRefusal } from './storable.ts';
