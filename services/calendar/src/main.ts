import { runService } from '@almanac/production';
import { collections, createCalendar, registrations } from './app.ts';

await runService({ name: 'calendar', collections, registrations, create: createCalendar }, process);
