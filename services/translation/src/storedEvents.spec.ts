import { join } from 'node:path';
import { publishable } from '@almanac/contracts';
import { storedEventsContract } from '@almanac/event-sourcing/stored-events-contract';
import { publishing, registrations } from './service.ts';
import { everyEventOfTranslation } from './storedEventsScenario.contract.ts';
import { type Served, serveTranslation } from './testing.contract.ts';

let served: Served;
beforeAll(async () => {
  served = await serveTranslation();
});
afterAll(() => served.stop());

storedEventsContract('translation', {
  folder: join(import.meta.dirname, '../stored-events'),
  registrations,
  check: (commit) => publishable(publishing)(commit),
  scenario: async () => {
    await everyEventOfTranslation(served);
    return served.store.readLog(0);
  },
  presets: { string: { source_language: 'en' }, batch: { channel: 'local' } },
});
