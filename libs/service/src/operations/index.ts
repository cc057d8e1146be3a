export { type ClockWatch, watchClock } from './clockWatch.ts';
export {
  blockedKeys,
  discardFirst,
  listByOwner,
  type OwnerDeadLetters,
  replayLetters,
} from './deadLetters.ts';
export { eraseSubject } from './eraseSubject.ts';
export { personalOf } from './findPersonal.ts';
export type { InfrastructureChecks } from './infrastructureChecks.ts';
export { type Operations, operationsBefore } from './operations.ts';
export { type Lag, recordReaders } from './readers.ts';
export { whileRebuilding } from './rebuildClaim.ts';
export {
  type RecordChange,
  recordHistory,
} from './recordHistory.ts';
export { recordNames } from './recordNames.ts';
export { recordRestoration } from './recordRestoration.ts';
