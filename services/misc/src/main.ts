import { runService } from '@almanac/service-process';
import { collections, createMisc, registrations } from './app.ts';

await runService({ name: 'misc', collections, registrations, create: createMisc }, process);
