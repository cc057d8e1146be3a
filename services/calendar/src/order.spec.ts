import { createTexts } from '@almanac/i18n';
import { orderContract } from '@almanac/rest/order-contract';
import { answerOf } from '@almanac/rest/testing';
import { routesOf } from './service.ts';
import { calendarOf, serveCalendar, type TestService } from './testing.contract.ts';

let calendar: TestService;
beforeAll(async () => {
  calendar = await serveCalendar();
});
afterAll(() => calendar.stop());

orderContract('the calendar', routesOf(calendarOf(), createTexts()), async (path, body, headers) =>
  answerOf(
    await calendar.send('visitor', path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    }),
  ),
);
