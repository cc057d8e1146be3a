import { runService } from '@almanac/service/process';
import { definition } from './app.ts';

await runService(definition, process);
