export { type FakeReceiver, type ReceivedSpan, startFakeReceiver } from './fakeReceiver.ts';
export { startTraced, type Traced } from './traced.ts';
