export type { ReceivedSpan } from './fakeReceiver.ts';
export { startTraced, type Traced } from './traced.ts';
