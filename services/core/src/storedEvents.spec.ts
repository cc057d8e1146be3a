import { join } from 'node:path';
import { publishable } from '@almanac/contracts';
import { storedEventsContract } from '@almanac/event-sourcing/stored-events-contract';
import { publishing, registrations } from './service.ts';
import { causeAllCoreEvents } from './storedEventsScenario.contract.ts';
import { serveCore } from './testing.contract.ts';

storedEventsContract('core', {
  folder: join(import.meta.dirname, '../stored-events'),
  registrations,
  check: publishable(publishing),
  scenario: async () => {
    const core = await serveCore();
    try {
      await causeAllCoreEvents(core);
      return await core.store.readLog(0);
    } finally {
      await core.stop();
    }
  },
  // the encoder of renditions determines their size
  machineMade: ['filesize'],
  presets: {
    post: {
      type: 'post',
      commentStatus: 'open',
      pingStatus: 'open',
      format: 'standard',
      status: 'draft',
      keys: { status: 'draft' },
    },
    comment: { status: 'hold' },
    menuitem: {
      ...{ status: 'publish', type: 'custom', object: 'custom', menuOrder: 1 },
      ...{ classes: [''], xfn: [''] },
    },
    medium: { status: 'inherit', commentStatus: 'open', pingStatus: 'closed' },
  },
});
