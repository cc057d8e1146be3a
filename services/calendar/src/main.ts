import { runService } from '@almanac/service-process';
import { collections, createCalendar, registrations } from './app.ts';

await runService({ name: 'calendar', collections, registrations, create: createCalendar }, process);
