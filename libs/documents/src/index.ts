export * from './documents.ts';
export * from './records.ts';
