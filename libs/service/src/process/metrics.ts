export { createServiceMetrics, watchBacklog } from './serviceMetrics.ts';
export { recordStartedReaders } from './startedReaders.ts';
