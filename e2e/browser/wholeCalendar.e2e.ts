import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { importFile, realFile, withRealFile } from '../realFiles.ts';
import { type SiteProcess, startSite } from '../site.ts';
import { describeInBrowser, expectSound, launch, newPage, shoot } from './browser.ts';

/** The calendar of a county: 5,728 events in half a year, 2,600 of them in one month, without recurrence rules. */
const FILE = 'santarosa.ics';
const MONTH = Temporal.PlainYearMonth.from('2026-09');
const BUSIEST = '2026-09-12';

/** Returns the days of each event of the file, by its own clock. */
const eventsOf = (file: string) => {
  const text = readFileSync(file, 'utf8').replaceAll(/\r?\n[ \t]/g, '');
  const clockOf = (event: string, name: string): string =>
    new RegExp(`^${name}[^:]*:(\\d{8}T\\d{6})`, 'm').exec(event)?.[1] as string;
  return text
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) => {
      const [start, end] = [clockOf(event, 'DTSTART'), clockOf(event, 'DTEND')].map((clock) =>
        Temporal.PlainDateTime.from(clock),
      ) as [Temporal.PlainDateTime, Temporal.PlainDateTime];
      const lastMoment = end.equals(start) ? end : end.subtract({ seconds: 1 });
      return { first: start.toPlainDate(), last: lastMoment.toPlainDate() };
    });
};

describeInBrowser('a whole calendar in a browser', () => {
  let site: SiteProcess;
  let browser: Browser;
  let imported: string;
  beforeAll(async () => {
    site = await startSite();
    imported = importFile(site, realFile(FILE));
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  const open = async (path: string, options: BrowserContextOptions = {}) => {
    const { page, complaints } = await newPage(browser, options);
    await page.goto(site.origin + path);
    return { page, complaints };
  };
  const on = (events: ReturnType<typeof eventsOf>, day: string): number =>
    events.filter(
      ({ first, last }) => Temporal.PlainDate.compare(first, day) <= 0 && Temporal.PlainDate.compare(last, day) >= 0,
    ).length;
  const found = async (page: Page): Promise<number> =>
    Number(/(\d+) events? found/.exec((await page.locator('.found').textContent()) ?? '')?.[1]);

  withRealFile(FILE, 'is imported with every event', async (file) => {
    expect(imported).toMatch(new RegExp(`\\b${eventsOf(file).length} created`));
  });

  withRealFile(FILE, 'has a month that is one page and says of each day how much is on', async (file) => {
    const { page, complaints } = await open(`/events/month/${MONTH}/`);
    await shoot(page, 'whole-calendar-month');
    const events = eventsOf(file);
    const cells = await page.locator('table.month td.day').evaluateAll((all) =>
      all.map((cell) => ({
        day: cell.querySelector('time')?.dateTime,
        count: Number(cell.querySelector('.count')?.textContent ?? 0),
        shown: cell.querySelectorAll('.entries > li').length,
        more: Number(/\+(\d+)/.exec(cell.querySelector('.more')?.textContent ?? '')?.[1] ?? 0),
      })),
    );
    expect(cells).toHaveLength(MONTH.daysInMonth);
    for (const { day, count, shown, more } of cells) {
      expect([day, count]).toEqual([day, on(events, day as string)]);
      // an event that continues from another day is a bar above the entries
      expect([day, count - shown - more >= 0, count - shown - more <= 3]).toEqual([day, true, true]);
    }
    expect(await page.locator('html').evaluate((root) => root.scrollHeight)).toBeLessThan(2_000);
    await expectSound(page, complaints);
    await page.context().close();
  });

  withRealFile(FILE, 'leads from a month to every event of its busiest day', async (file) => {
    const { page, complaints } = await open(`/events/month/${MONTH}/`);
    const cell = page.locator('td.day', { has: page.locator(`time[datetime="${BUSIEST}"]`) });
    await cell.locator('.more').click();
    await page.waitForURL(`**/events/day/${BUSIEST}/`);
    const total = on(eventsOf(file), BUSIEST);
    await page.getByRole('heading', { level: 1, name: 'Saturday, September 12, 2026' }).waitFor();
    const links = () => page.locator('.entries a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const first = await links();
    await shoot(page, 'whole-calendar-day');
    await expectSound(page, complaints);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' }).click();
    await page.waitForURL(`**/events/day/${BUSIEST}/page/2/`);
    await page.locator('.pages [aria-current]', { hasText: 'Page 2' }).waitFor();
    const all = [...first, ...(await links())];
    expect([all.length, new Set(all).size]).toEqual([total, total]);
    await expectSound(page, complaints);
    await page
      .getByRole('navigation', { name: 'Days' })
      .getByRole('link', { name: /September 13, 2026/ })
      .click();
    await page.waitForURL('**/events/day/2026-09-13/');
    await page.context().close();
  });

  withRealFile(FILE, 'has a week whose days say how much more is on', async (file) => {
    const { page, complaints } = await open(`/events/week/${BUSIEST}/`);
    await shoot(page, 'whole-calendar-week');
    const events = eventsOf(file);
    const days = await page.locator('li.day').evaluateAll((all) =>
      all.map((day) => ({
        day: day.querySelector('time')?.dateTime,
        shown: day.querySelectorAll('.entries > li').length,
        more: Number(/\+(\d+)/.exec(day.textContent ?? '')?.[1] ?? 0),
      })),
    );
    expect(days).toHaveLength(7);
    for (const { day, shown, more } of days) expect([day, shown + more]).toEqual([day, on(events, day as string)]);
    await expectSound(page, complaints);
    await page.context().close();
  });

  withRealFile(FILE, 'has a list that leads on and back', async () => {
    const { page, complaints } = await open(`/events/list/?date=${MONTH}-01`);
    await shoot(page, 'whole-calendar-list');
    await expectSound(page, complaints);
    const titles = () => page.locator('main h3').allTextContents();
    const first = await titles();
    expect(first.length).toBeGreaterThan(0);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Later events' }).click();
    await page.waitForURL(/\/page\/2\//);
    await pages.getByRole('link', { name: 'Earlier events' }).waitFor();
    expect(await titles()).not.toEqual(first);
    await pages.getByRole('link', { name: 'Earlier events' }).click();
    await page.waitForURL((url) => !url.pathname.includes('/page/'));
    await page.context().close();
  });

  withRealFile(FILE, 'is filtered by words, and the filter stays when the month is turned', async (file) => {
    const { page, complaints } = await open(`/events/month/${MONTH}/`);
    await page.getByLabel('Search events').fill('market');
    await page.keyboard.press('Enter');
    await page.waitForURL(/search=market/);
    await page.getByRole('link', { name: /remove this filter/ }).waitFor();
    const filtered = await found(page);
    const whole = eventsOf(file).filter(({ first }) => MONTH.equals(first.toPlainYearMonth())).length;
    expect([filtered > 0, filtered < whole / 10]).toEqual([true, true]);
    await shoot(page, 'whole-calendar-filtered');
    await expectSound(page, complaints);
    await page
      .getByRole('navigation', { name: 'Months' })
      .getByRole('link', { name: /October 2026/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Events: October 2026' }).waitFor();
    expect(new URL(page.url()).search).toBe('?search=market');
    await page.context().close();
  });
});
