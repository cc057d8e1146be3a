import { runService } from '@almanac/service/process';
import { definition } from './definition.ts';

await runService(definition, process);
