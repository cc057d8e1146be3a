export {
  blockedKeys,
  discardFirst,
  type OwnLetters,
  parkedLetters,
  replayLetters,
} from './deadLetters.ts';
export { eraseSubject } from './eraseSubject.ts';
export { personalOf } from './findPersonal.ts';
export type { Grounds } from './grounds.ts';
export { type Operations, operationsBefore } from './operations.ts';
export { type Lag, notingReaders, ownLogReader } from './readers.ts';
export {
  type RecordChange,
  recordHistory,
} from './recordHistory.ts';
export { recordNames } from './recordNames.ts';
