import { createCalendar } from '@almanac/calendar/app';
import { definition } from '@almanac/calendar/definition';
import { runService } from '@almanac/service/process';
import { writingNewForm, writingRelease } from './renamedTitle.ts';

const create: typeof definition.create = (ports) =>
  createCalendar({ ...ports, store: writingNewForm(ports.store) }, writingRelease);

await runService({ ...definition, ...writingRelease, create }, process);
