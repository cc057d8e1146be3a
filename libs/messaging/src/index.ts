export {
  type Bus,
  type Delivery,
  effectOf,
  guardOf,
  isAfter,
  type KeyedMark,
  type Mark,
  type RunningSubscription,
  type Subscription,
} from './bus.ts';
export {
  type Checkpoint,
  createCheckpoint,
  type KeptCheckpoint,
  listCheckpoints,
  type Place,
  placeCheckpoint,
  readCheckpoint,
  StaleTermError,
} from './checkpoint.ts';
export { type Envelope, fromMessage, MalformedMessageError, type Message, toMessage } from './cloudEvent.ts';
export { type CopiedDocuments, type CopySubscription, copySubscription } from './copySubscription.ts';
export { createDeadLetters, type DeadLetter, type DeadLetters } from './deadLetters.ts';
export { createLease, type Lease, type LeaseOptions } from './lease.ts';
export { type LeasedOptions, whileLeased } from './leased.ts';
export type { Log } from './log.ts';
export { catchUp, formatMarks, MARKS, readMarks, TOLD, type ToldMark, type ToldSource, toldAt } from './marks.ts';
export { memoryRecords } from './memoryRecords.ts';
export { type BusObserver, noObserver } from './observer.ts';
export { type RelayOptions, type RunningRelay, relayName, startRelay } from './relay.ts';
export {
  createEpochs,
  noteRestores,
  openEpoch,
  type RestoredLog,
  readNotedRestores,
  readRestores,
} from './restores.ts';
export { MessageTooLargeError, type Sender } from './sender.ts';
export { LogContradictedError, lastPlace, type Source, verifyPlace } from './source.ts';
export { systemTime, type Time } from './time.ts';
