export { runService } from './runService.ts';
export { startService } from './startService.ts';
