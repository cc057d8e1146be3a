export { notingBegun } from './begun.ts';
export { createServiceMetrics, watchBacklog } from './serviceMetrics.ts';
