import { join } from 'node:path';
import { publishable } from '@almanac/contracts';
import { storedEventsContract } from '@almanac/write-side/stored-events-contract';
import { registrations } from './app.ts';
import { publishing } from './composeMisc.ts';
import { everyEventOfMisc } from './storedEventsScenario.contract.ts';
import { type Served, serveMisc } from './testing.contract.ts';

let served: Served;
beforeAll(async () => {
  served = await serveMisc({ lane: 'specs' });
});
afterAll(() => served.stop());

storedEventsContract('misc', {
  folder: join(import.meta.dirname, '../stored-events'),
  registrations,
  check: (commit) => publishable(publishing)(commit),
  scenario: async () => {
    await everyEventOfMisc(served);
    return served.store.readLog(0);
  },
});
