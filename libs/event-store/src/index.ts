export * from './errors.ts';
export type { Event, Metadata, MovedRecord, RecordedEvent } from './event.ts';
export * from './eventStore.ts';
export { prepareCommit } from './preparedCommit.ts';
