import { runService } from '@almanac/production';
import { collections, createMisc, registrations } from './app.ts';

await runService({ name: 'misc', collections, registrations, create: createMisc }, process);
