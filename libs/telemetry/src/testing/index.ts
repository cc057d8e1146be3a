export type { ReceivedSpan } from './fakeReceiver.ts';
export { startTraced, type TestTelemetry } from './traced.ts';
