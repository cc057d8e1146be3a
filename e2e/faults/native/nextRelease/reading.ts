import { createCalendar } from '@almanac/calendar/app';
import { definition } from '@almanac/calendar/definition';
import { runService } from '@almanac/service/process';
import { readingRelease } from './renamedTitle.ts';

const create: typeof definition.create = (ports) => createCalendar(ports, readingRelease);

await runService({ ...definition, ...readingRelease, create }, process);
