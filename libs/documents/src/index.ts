export * from './documents.ts';
export * from './errors.ts';
export * from './foldText.ts';
export * from './records.ts';
