import { join } from 'node:path';
import { publishable } from '@almanac/contracts';
import { storedEventsContract } from '@almanac/event-sourcing/stored-events-contract';
import { publishing, registrations } from './service.ts';
import { causeAllRedirectionEvents } from './storedEventsScenario.contract.ts';
import { serveRedirection, type TestService } from './testing.contract.ts';

let served: TestService;
beforeAll(async () => {
  served = await serveRedirection();
});
afterAll(() => served.stop());

storedEventsContract('redirection', {
  folder: join(import.meta.dirname, '../stored-events'),
  registrations,
  check: (commit) => publishable(publishing)(commit),
  scenario: async () => {
    await causeAllRedirectionEvents(served);
    return served.store.readLog(0);
  },
  presets: {
    rule: { flags: { flag_query: 'exact' }, match: { type: 'url' }, action_type: 'url', action_code: 301 },
    group: { module_id: 1 },
  },
});
