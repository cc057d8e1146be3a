export { BufferedCheckpoint } from './bufferedCheckpoint.ts';
export {
  type Bus,
  contextOf,
  type Delivery,
  type EventPosition,
  effectOf,
  guardOf,
  isAfter,
  type KeyedEventPosition,
  type KnownEvent,
  type RunningSubscription,
  type Subscription,
} from './bus.ts';
export {
  type Checkpoint,
  createCheckpoint,
  type LogPosition,
  listCheckpoints,
  readCheckpoint,
  START,
  StaleTermError,
  type StoredCheckpoint,
  setCheckpoint,
} from './checkpoint.ts';
export { type Envelope, fromMessage, MalformedMessageError, type Message, toMessage } from './cloudEvent.ts';
export {
  consistencyTokenAt,
  formatToken,
  readToken,
  TOKEN_HEADER,
  type TokenPosition,
  type TokenSource,
  WAIT_FOR_HEADER,
  waitFor,
} from './consistencyToken.ts';
export {
  type CopiedDocuments,
  type CopySubscription,
  copySubscription,
  IncompleteCopyError,
} from './copySubscription.ts';
export { createDeadLetters, type DeadLetter, type DeadLetters } from './deadLetters.ts';
export { type Follower, type FollowOptions, followLog } from './followLog.ts';
export { createLease, type Lease, type LeaseOptions, lookAtLease, type SeenLease } from './lease.ts';
export {
  doEach,
  isLogFault,
  LEASE,
  type LeasedOptions,
  type LeasedTurns,
  leasedBy,
  repeatWhileLeased,
  whileLeased,
} from './leased.ts';
export type { Log } from './log.ts';
export { memoryEntries } from './memoryEntries.ts';
export { type BusObserver, noObserver } from './observer.ts';
export {
  createOpening,
  createSealing,
  type Opening,
  PersonalMembersLostError,
  type Sealing,
} from './personal/sealing.ts';
export { type RelayOptions, type RunningRelay, relayName, startRelay } from './relay.ts';
export { type Resend, readResend, requestResend } from './resending.ts';
export {
  createEpochs,
  noteRestores,
  openEpoch,
  type RestoredLog,
  readNotedRestores,
  readRestores,
} from './restores.ts';
export { MessageTooLargeError, type Sender } from './sender.ts';
export { endOf, epochOf, LogContradictedError, lastLogPosition, type Source, verifyLogPosition } from './source.ts';
export { systemTime, type Time } from './time.ts';
export { UntilAnswered } from './untilAnswered.ts';
export { Wake } from './wake.ts';
