export type { RunOptions } from './runOptions.ts';
export { runService } from './runService.ts';
export { startService } from './startService.ts';
