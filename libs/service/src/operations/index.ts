export {
  type BlockedKey,
  blockedKeys,
  discardFirst,
  type OwnLetters,
  parkedLetters,
  replayLetters,
} from './deadLetters.ts';
export { type EraseOptions, eraseSubject } from './eraseSubject.ts';
export { type Examination, examine } from './examination.ts';
export { personalOf, type Subject } from './findPersonal.ts';
export { folderBytes } from './folderBytes.ts';
export type { Grounds } from './grounds.ts';
export type { MemberChange } from './memberChanges.ts';
export type { OperatedService } from './operatedService.ts';
export { type Operations, operationsBefore } from './operations.ts';
export { type Lag, lagsOf, notingReaders, ownLogReader, type Reader } from './readers.ts';
export { type RebuildJob, Rebuilds } from './rebuilds.ts';
export {
  type HistoryWindow,
  type RecordChange,
  type RecordHistory,
  type RecordSource,
  recordHistory,
} from './recordHistory.ts';
export { type NamedRecord, recordNames } from './recordNames.ts';
