export {
  type Bus,
  type Delivery,
  effectOf,
  guardOf,
  isAfter,
  type Mark,
  type RunningSubscription,
  type Subscription,
} from './bus.ts';
export { type Checkpoint, createCheckpoint, type Place, readCheckpoint, StaleTermError } from './checkpoint.ts';
export { createDeadLetters, type DeadLetter, type DeadLetters } from './deadLetters.ts';
export { createLease, type Lease, type LeaseOptions } from './lease.ts';
export { type LeasedOptions, whileLeased } from './leased.ts';
export type { Log } from './log.ts';
export { LogContradictedError, type Source } from './source.ts';
export { systemTime, type Time } from './time.ts';
