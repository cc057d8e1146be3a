import { join } from 'node:path';
import { publishable } from '@almanac/contracts';
import { storedEventsContract } from '@almanac/event-sourcing/stored-events-contract';
import { publishing, registrations } from './service.ts';
import { causeAllMiscEvents } from './storedEventsScenario.contract.ts';
import { serveMisc, type TestService } from './testing.contract.ts';

let served: TestService;
beforeAll(async () => {
  served = await serveMisc();
});
afterAll(() => served.stop());

storedEventsContract('misc', {
  folder: join(import.meta.dirname, '../stored-events'),
  registrations,
  check: (commit) => publishable(publishing)(commit),
  scenario: async () => {
    await causeAllMiscEvents(served);
    return served.store.readLog(0);
  },
  presets: {
    package: { isEntitled: true },
    subscription: { status: 'unknown' },
    popup: {
      audience: 'all',
      trigger: { on: 'load' },
      frequency: 'session',
      goal: { on: 'click', selector: 'a' },
      status: 'draft',
    },
    secondstep: { scope: 'off' },
    signin: { until: '1970-01-01T00:00:00.000Z' },
    webhook: { status: 'paused' },
  },
});
