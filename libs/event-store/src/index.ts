export * from './errors.ts';
export * from './eventStore.ts';
export { prepareCommit } from './preparedCommit.ts';
