export * from './errors.ts';
export * from './eventStore.ts';
