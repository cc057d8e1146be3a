export * from './documents.ts';
export * from './errors.ts';
export * from './records.ts';
