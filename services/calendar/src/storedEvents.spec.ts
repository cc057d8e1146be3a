import { join } from 'node:path';
import { type Publishing, publishable } from '@almanac/contracts';
import { storedEventsContract } from '@almanac/event-sourcing/stored-events-contract';
import { createCalendar } from './app.ts';
import { registrations } from './service.ts';
import { causeAllCalendarEvents } from './storedEventsScenario.contract.ts';
import { serveCalendar, type TestService } from './testing.contract.ts';

let calendar: TestService;
let publishing: Publishing;
beforeAll(async () => {
  calendar = await serveCalendar();
  publishing = createCalendar(calendar).publishing;
});
afterAll(() => calendar.stop());

const item = { status: 'draft', commentStatus: 'open', pingStatus: 'open', format: 'standard' };

storedEventsContract('the calendar', {
  folder: join(import.meta.dirname, '../stored-events'),
  registrations,
  check: (commit) => publishable(publishing)(commit),
  scenario: async () => {
    await causeAllCalendarEvents(calendar);
    return calendar.store.readLog(0);
  },
  presets: {
    event: item,
    series: { status: 'draft', shared: { commentStatus: 'open', format: 'standard', pingStatus: 'open' } },
    venue: { ...item, showMap: true, showMapLink: true },
    organizer: item,
    followedfeed: { onRemoved: 'trash', status: 'publish' },
    import: { postStatus: 'publish', updateAuthority: 'overwrite', status: 'pending' },
  },
});
