import { join } from 'node:path';
import { publishable } from '@almanac/contracts';
import { storedEventsContract } from '@almanac/event-sourcing/stored-events-contract';
import { publishing, registrations } from './service.ts';
import { causeAllTranslationEvents } from './storedEventsScenario.contract.ts';
import { serveTranslation, type TestService } from './testing.contract.ts';

let served: TestService;
beforeAll(async () => {
  served = await serveTranslation();
});
afterAll(() => served.stop());

storedEventsContract('translation', {
  folder: join(import.meta.dirname, '../stored-events'),
  registrations,
  check: (commit) => publishable(publishing)(commit),
  scenario: async () => {
    await causeAllTranslationEvents(served);
    return served.store.readLog(0);
  },
  presets: { string: { source_language: 'en' }, batch: { channel: 'local' } },
});
