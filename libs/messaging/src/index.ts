export { BufferedCheckpoint } from './bufferedCheckpoint.ts';
export {
  type Bus,
  contextOf,
  type Delivery,
  type EventPosition,
  effectOf,
  guardOf,
  type KeyedEventPosition,
  type RunningSubscription,
  type Subscription,
} from './bus.ts';
export {
  createCheckpoint,
  type LogPosition,
  listCheckpoints,
  readCheckpoint,
  START,
  type StoredCheckpoint,
  setCheckpoint,
} from './checkpoint.ts';
export { type Message, toMessage } from './cloudEvent.ts';
export {
  consistencyTokenAt,
  formatToken,
  readToken,
  TOKEN_HEADER,
  type TokenPosition,
  WAIT_FOR_HEADER,
  waitFor,
} from './consistencyToken.ts';
export {
  type CopiedDocuments,
  type CopySubscription,
  copySubscription,
  dropCopy,
  IncompleteCopyError,
  mergeCopy,
} from './copySubscription.ts';
export { createDeadLetters, type DeadLetter, type DeadLetters } from './deadLetters.ts';
export { type Follower, followLog } from './followLog.ts';
export { createLease, type Lease, readLease, type SeenLease } from './lease.ts';
export {
  isLogFault,
  LEASE,
  leasedBy,
  repeatWhileLeased,
  runAll,
  whileLeased,
} from './leased.ts';
export type { Log } from './log.ts';
export { memoryEntries } from './memoryEntries.ts';
export type { BusObserver } from './observer.ts';
export {
  createOpening,
  createSealing,
  type Opening,
} from './personal/sealing.ts';
export { type RunningRelay, relayName, startRelay } from './relay.ts';
export { requestResend } from './resending.ts';
export {
  createEpochs,
  noteRestores,
  openEpoch,
  readRestores,
} from './restores.ts';
export { endOf, epochOf, LogContradictedError, lastLogPosition, type Source, verifyLogPosition } from './source.ts';
export { systemTime, type Time } from './time.ts';
export { UntilAnswered } from './untilAnswered.ts';
export { Wake } from './wake.ts';
