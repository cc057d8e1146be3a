import { join } from 'node:path';
import { publishable } from '@almanac/contracts';
import { storedEventsContract } from '@almanac/event-sourcing/stored-events-contract';
import { publishing } from './integration/publishing.ts';
import { registrations } from './service.ts';
import { type Served, serveGuestbook } from './testing.contract.ts';

let guestbook: Served;
beforeAll(async () => {
  guestbook = await serveGuestbook();
});
afterAll(() => guestbook.stop());

storedEventsContract('the guest book', {
  folder: join(import.meta.dirname, '../stored-events'),
  registrations,
  check: publishable(publishing),
  scenario: async () => {
    await guestbook.ask('POST', '/guestbook/v1/signatures', { as: 'editor', body: { text: 'Hello.' } });
    return guestbook.store.readLog(0);
  },
});
