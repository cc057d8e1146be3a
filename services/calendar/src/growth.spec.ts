import { createTexts } from '@almanac/i18n';
import { growthContract } from '@almanac/rest/growth-contract';
import { routesOf } from './service.ts';
import { calendarOf, serveCalendar, type TestService } from './testing.contract.ts';

let calendar: TestService;
beforeAll(async () => {
  calendar = await serveCalendar();
});
afterAll(() => calendar.stop());

const paths = routesOf(calendarOf(), createTexts());
growthContract('the calendar', paths, (path, body, headers) =>
  calendar.send('visitor', path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  }),
);
