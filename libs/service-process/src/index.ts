export type { ServiceDefinition } from './definition.ts';
export { runService } from './runService.ts';
