import { join } from 'node:path';
import { publishable } from '@almanac/contracts';
import { storedEventsContract } from '@almanac/event-sourcing/stored-events-contract';
import { publishing, registrations } from './service.ts';
import { everyEventOfRedirection } from './storedEventsScenario.contract.ts';
import { type Served, serveRedirection } from './testing.contract.ts';

let served: Served;
beforeAll(async () => {
  served = await serveRedirection();
});
afterAll(() => served.stop());

storedEventsContract('redirection', {
  folder: join(import.meta.dirname, '../stored-events'),
  registrations,
  check: (commit) => publishable(publishing)(commit),
  scenario: async () => {
    await everyEventOfRedirection(served);
    return served.store.readLog(0);
  },
  presets: {
    rule: { flags: { flag_query: 'exact' }, match: { type: 'url' }, action_type: 'url', action_code: 301 },
    group: { module_id: 1 },
  },
});
