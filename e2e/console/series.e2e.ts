import { eventually } from '@almanac/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../browser/browser.ts';
import { ConsoleSite } from './consoleSite.ts';

const MISSING = 'translations/missing?language=fr-ca';

describeInBrowser('the missing translations of a series, in the console', () => {
  let site: ConsoleSite;
  let page: Page;
  beforeAll(async () => {
    site = await ConsoleSite.start();
    page = await site.signedIn('ada');
    await page.evaluate(`(async () => {
      const nonce = await (await fetch('/en/admin/admin-ajax.php?action=rest-nonce')).text();
      const send = async (method, path, content) => {
        const headers = { 'x-core-nonce': nonce, 'content-type': 'application/json' };
        const answer = await fetch('/en/json' + path, { method, headers, body: JSON.stringify(content) });
        if (!answer.ok) throw new Error(path + ' ' + (await answer.text()));
        return answer.json();
      };
      const times = { start_date: '2030-05-07 19:00:00', end_date: '2030-05-07 20:00:00' };
      const recurrence = { rules: ['FREQ=WEEKLY;BYDAY=TU;COUNT=6'] };
      const events = '/cal/events/v1/events';
      const { series } = await send('POST', events, { ...times, title: 'Choir', recurrence });
      const list = await (await fetch('/en/json' + events + '?starts_after=2030-01-01&series=' + series.id)).json();
      await send('PUT', events + '/' + list.events[2].id, { title: 'Choir outdoors' });
      await send('POST', events, { ...times, title: 'Fair' });
    })()`);
  });
  afterAll(() => site?.stop());

  const rows = () => page.getByRole('region', { name: 'Events', exact: true }).getByRole('row');
  const rowOf = (text: RegExp) => rows().filter({ hasText: text });

  it('are one row with the number of its dates, besides the occurrence with a title of its own', async () => {
    await site.open(page, MISSING);
    await rowOf(/^Choir *May 7, 2030 · 5 dates/).waitFor();
    await rowOf(/^Choir outdoors *May 21, 2030 *Translate/).waitFor();
    expect(await rows().count()).toBe(4);
  });

  it('are one job, however many jobs are created at once', async () => {
    await page.getByRole('button', { name: 'Create a job for each: Events' }).click();
    await page.getByText('3 jobs created.').waitFor();
    for (const title of ['Choir', 'Choir outdoors', 'Fair'])
      await page.getByRole('link', { name: `Continue the translation of ${title}`, exact: true }).waitFor();
    await page.getByRole('link', { name: 'Continue the translation of Choir', exact: true }).click();
    await page.getByLabel('Title · French (Canada)', { exact: true }).fill('Chorale');
    await page.getByRole('button', { name: 'Save and finish' }).click();
    await page.getByRole('alert').getByText('Complete').waitFor();
    await eventually(async () => {
      const list = await fetch(`${site.origin}/fr-ca/json/cal/events/v1/events?starts_after=2030-01-01&per_page=50`);
      return (await list.text()).split('"Chorale"').length === 7;
    });
    await site.open(page, MISSING);
    await rowOf(/^Fair/).waitFor();
    expect(await rowOf(/^Choir *May/).count()).toBe(0);
  });
});
