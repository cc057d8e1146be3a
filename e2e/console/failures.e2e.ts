import type { Page, Route } from 'playwright-core';
import { describeInBrowser } from '../browser/browser.ts';
import { ConsoleSite } from './consoleSite.ts';

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichen';

const fail = (route: Route) => route.fulfill({ status: 500, json: { code: 'x', message: 'The store is full.' } });

describeInBrowser('screens of the console whose answers fail', () => {
  let site: ConsoleSite;
  let page: Page;
  let event: number;
  beforeAll(async () => {
    site = await ConsoleSite.start();
    page = await site.signedIn('ada');
    event = await page.evaluate<number>(`(async () => {
      const nonce = await (await fetch('/en/admin/admin-ajax.php?action=rest-nonce')).text();
      const answer = await fetch('/en/json/cal/events/v1/events', {
        method: 'POST',
        headers: { 'x-core-nonce': nonce, 'content-type': 'application/json' },
        body: JSON.stringify({
          title: '${LONG_WORD}',
          start_date: '2030-05-07 19:00:00',
          end_date: '2030-05-07 20:00:00',
        }),
      });
      return (await answer.json()).id;
    })()`);
  });
  afterAll(() => site?.stop());

  const reason = () =>
    page.locator('#main-content').getByRole('alert').filter({ hasText: 'The store is full.' }).first();

  it.each([
    ['calendar/events', '**/json/cal/events/v1/**', () => page.getByRole('link', { name: LONG_WORD })],
    ['calendar/month?month=2030-05', '**/json/cal/events/v1/**', () => page.getByRole('link', { name: LONG_WORD })],
    [
      'calendar/events/{event}',
      '**/json/cal/events/v1/**',
      () => page.locator(`input[name=title][value=${LONG_WORD}]`),
    ],
    ['settings/site', '**/json/core/v2/settings*', () => page.getByLabel('Tagline')],
    ['', '**/json/health/v1/**', () => page.getByText('Everything works.')],
  ])('say why, and are shown once they are read again: “%s”', async (screen, answers, content) => {
    await page.route(answers, fail);
    await site.open(page, screen.replace('{event}', String(event)));
    await reason().waitFor();
    expect(await page.getByText(/Nothing here yet|no longer exists/).count()).toBe(0);
    await page.unroute(answers);
    await reason().getByRole('button', { name: 'Try again' }).click();
    await content().first().waitFor();
    await reason().waitFor({ state: 'detached' });
  });

  it('have a month that breaks a long word on phones', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await site.open(page, 'calendar/month?month=2030-05');
    await page.getByRole('link', { name: LONG_WORD }).waitFor();
    const month = page.getByRole('region', { name: 'May 2030' });
    expect(await month.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });
});
