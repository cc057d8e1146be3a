export type { RunOptions } from './runOptions.ts';
export { runService } from './runService.ts';
