import { createSiteClient } from '@almanac/infra/site-client';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { password, type SiteProcess, startSite } from '../site.ts';
import {
  describeInBrowser,
  expectSound,
  faultsOn,
  launch,
  NARROW,
  newPage,
  overflows,
  shoot,
  WIDE,
} from './browser.ts';

/** Days of a month without events, with some, and with very many; and both days on which clocks change. */
const FEW = '2031-06-10';
const MANY = '2031-06-12';
/** Day in a week whose events fit beside one another. */
const QUIET = '2031-08-12';
const FORWARD = '2031-03-09';
const BACK = '2031-11-02';
const MANY_EVENTS = 300;

type Make = (title: string, start: string, end: string, more?: object) => Promise<unknown>;

const fill = async (site: SiteProcess): Promise<void> => {
  const client = createSiteClient({ root: site.root, user: 'admin', password: password('admin') });
  const make: Make = (title, start_date, end_date, more = {}) =>
    client.request('POST', '/cal/events/v1/events', { title, start_date, end_date, ...more });
  const { id: music } = await client.request<{ id: number }>('POST', '/cal/events/v1/categories', { name: 'Music' });
  const venue = { venue: 'Harbour hall', address: '1 Quay Street', city: 'Riverside' };
  await make('Morning walk', `${FEW} 09:00`, `${FEW} 10:30`);
  await make('Choir', `${FEW} 10:00`, `${FEW} 12:00`, { categories: [music], venue, cost: '15' });
  await make('Open day', FEW, FEW, { all_day: true });
  await make('Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch', `${FEW} 19:00`, `${FEW} 20:00`);
  await make('مهرجان الموسيقى', `${FEW} 20:00`, `${FEW} 22:00`, { categories: [music] });
  await make('Festival of lights', '2031-06-05 18:00', '2031-06-09 23:00');
  await make('Rehearsal', `${QUIET} 09:00`, `${QUIET} 10:30`);
  await make('Guided tour', `${QUIET} 10:00`, `${QUIET} 12:15`, { categories: [music] });
  await make('Summer fair', '2031-08-13', '2031-08-15', { all_day: true });
  await make('Market', '2031-08-16 17:30', '2031-08-17 01:00');
  await make('Before the clocks', `${FORWARD} 01:30`, `${FORWARD} 03:30`);
  await make('Night shift', `${BACK} 00:30`, `${BACK} 03:30`);
  for (let from = 0; from < MANY_EVENTS; from += 20) {
    const hours = Array.from({ length: 20 }, (_, index) => String(8 + ((from + index) % 12)).padStart(2, '0'));
    await Promise.all(
      hours.map((hour, index) => {
        // every other title is longer than a cell of the month
        const about = index % 2 === 0 ? '' : ' of all who help at the harbour festival';
        return make(`Meeting ${from + index}${about}`, `${MANY} ${hour}:00`, `${MANY} ${hour}:45`);
      }),
    );
  }
};

describeInBrowser('the views of the calendar in a browser', () => {
  let site: SiteProcess;
  let browser: Browser;
  beforeAll(async () => {
    site = await startSite();
    await fill(site);
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
  const heading = (page: Page) => page.getByRole('heading', { level: 1 });
  const views = (page: Page) => page.getByRole('navigation', { name: 'Views' });
  /** A page that was not reloaded keeps this mark. */
  const note = (page: Page) => page.evaluate('window.noted = true');
  const isNoted = (page: Page) => page.evaluate('window.noted === true');

  it.each([
    ['month, some events', '/events/month/2031-06/'],
    ['month, none', '/events/month/2031-07/'],
    ['week', `/events/week/${QUIET}/`],
    ['week, very many events', `/events/week/${MANY}/`],
    ['day, some events', `/events/day/${FEW}/`],
    ['day, 300 events', `/events/day/${MANY}/`],
    ['day, none', '/events/day/2031-07-01/'],
    ['day, clocks put forward', `/events/day/${FORWARD}/`],
    ['day, clocks put back', `/events/day/${BACK}/`],
    ['list of views', '/events/list/'],
    ['list of views, filtered', '/events/list/?category=music&search=choir'],
    ['list of past events', '/events/list/?when=past'],
    ['event of views', '/event/choir/'],
    ['search', '/search/?s=choir'],
  ])('%s has no fault, wide and narrow, light and dark', async (name, path) => {
    const { page, complaints } = await open(path);
    await shoot(page, `views-${name.replace(/\W+/g, '-')}`);
    await expectSound(page, complaints);
    await page.context().close();
  });

  it('print what they show, and nothing to click', async () => {
    const { page } = await open('/events/month/2031-06/', { viewport: { width: 720, height: 900 } });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const isSeen = (text: string) => page.getByText(text, { exact: true }).first().isVisible();
    const entry = page.locator('.month .entry', { hasText: 'Choir' });
    expect([await entry.isVisible(), await isSeen('Festival of lights')]).toEqual([true, true]);
    for (const hidden of ['Week', 'More filters', 'Home', 'Sitemap']) expect(await isSeen(hidden)).toBe(false);
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(0, 0, 0)');
    expect(await overflows(page)).toBe(false);
    await page.context().close();
  });

  it('show a month of hundreds of events on one page without a scroll, and hide none silently', async () => {
    const { page } = await open('/events/month/2031-06/');
    expect(await page.locator('html').evaluate((root) => root.scrollHeight)).toBeLessThan(2_000);
    const busy = page.locator('td', { has: page.locator(`time[datetime="${MANY}"]`) });
    expect(await busy.getByRole('link', { name: /^\+295 more/ }).count()).toBe(1);
    expect(await page.getByRole('link', { name: /10 Tuesday, June 10, 2031, 5 events/ }).count()).toBe(1);
    const bar = page.locator('.bar', { hasText: 'Festival of lights' });
    expect((await bar.first().boundingBox())?.width).toBeGreaterThan(300);
    await page.context().close();
  });

  it('draw 23 and 25 hours of a day when clocks are changed', async () => {
    const hours = async (day: string) => {
      const { page } = await open(`/events/day/${day}/`);
      const names = await page.locator('.hour h2').allTextContents();
      await page.context().close();
      return names.map((name) => name.trim());
    };
    expect((await hours(FORWARD)).slice(0, 3)).toEqual(['12:00 am', '1:00 am', '3:00 am']);
    expect((await hours(BACK)).slice(0, 4)).toEqual(['12:00 am', '1:00 am', '1:00 am EST', '2:00 am']);
  });

  it('show overlapping events of a day side by side', async () => {
    const { page } = await open(`/events/day/${FEW}/`);
    const box = (name: string) => page.locator('.timed', { hasText: name }).boundingBox();
    const [walk, choir] = [await box('Morning walk'), await box('Choir')];
    expect(choir?.x).toBeGreaterThanOrEqual((walk?.x ?? 0) + (walk?.width ?? 0));
    expect(choir?.y).toBeLessThan((walk?.y ?? 0) + (walk?.height ?? 0));
    await page.context().close();
  });

  it('show the hours of a week from top to bottom, and on a phone its days', async () => {
    const { page } = await open(`/events/week/${QUIET}/`);
    const box = async (name: string) => {
      const found = await page.locator('.clocks .entry', { hasText: name }).boundingBox();
      return found ?? { x: 0, y: 0, width: 0, height: 0 };
    };
    const [first, second] = [await box('Rehearsal'), await box('Guided tour')];
    expect(second.x).toBeGreaterThanOrEqual(first.x + first.width - 1);
    expect([second.y > first.y, second.y < first.y + first.height, second.height > first.height]).toEqual([
      true,
      true,
      true,
    ]);
    const axis = page.locator('.axis span', { hasText: '10:00 am' });
    expect(Math.abs(((await axis.boundingBox())?.y ?? 0) - second.y)).toBeLessThan(4);
    await page.setViewportSize({ width: NARROW, height: 900 });
    expect([await axis.isVisible(), (await box('Guided tour')).x === (await box('Rehearsal')).x]).toEqual([
      false,
      true,
    ]);
    await page.context().close();
  });

  it('show a day that is tapped on a phone below its month', async () => {
    const { page } = await open('/events/month/2031-06/', { viewport: { width: NARROW, height: 900 } });
    await note(page);
    await page.getByRole('link', { name: /10 Tuesday, June 10, 2031/ }).click();
    await page.waitForURL(/\/events\/month\/2031-06\/\?date=2031-06-10$/);
    const chosen = page.locator('.chosen h2');
    await chosen.getByText('Tuesday, June 10, 2031').waitFor();
    expect(await chosen.evaluate((at) => at === at.ownerDocument.activeElement)).toBe(true);
    expect([await isNoted(page), await faultsOn(page)]).toEqual([true, []]);
    await page.goBack();
    await chosen.getByText('Thursday, June 5, 2031').waitFor();
    await page.setViewportSize({ width: WIDE, height: 900 });
    await page.getByRole('link', { name: /10 Tuesday, June 10, 2031/ }).click();
    await page.waitForURL(/\/events\/day\/2031-06-10\/$/);
    await page.context().close();
  });

  it('are swapped without a reload, and the back button leads through them', async () => {
    const { page, complaints } = await open('/events/month/2031-06/');
    await note(page);
    await views(page).getByRole('link', { name: 'Day' }).click();
    await page.waitForURL(/\/events\/day\/2031-06-01\/$/);
    expect(await page.title()).toBe('Sunday, June 1, 2031 – Riverside');
    await page
      .getByRole('navigation', { name: 'Days' })
      .getByRole('link', { name: /June 2, 2031/ })
      .click();
    await page.waitForURL(/2031-06-02/);
    expect(await heading(page).textContent()).toBe('Monday, June 2, 2031');
    expect(await heading(page).evaluate((at) => at === at.ownerDocument.activeElement)).toBe(true);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Sunday, June 1, 2031' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Events: June 2031' }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'Sunday, June 1, 2031' }).waitFor();
    expect([await isNoted(page), complaints]).toEqual([true, []]);
    await page.context().close();
  });

  it('are filtered by a form and its chips without a reload', async () => {
    const { page } = await open('/events/month/2031-06/');
    await note(page);
    await page.getByLabel('Search events').fill('choir');
    await page.keyboard.press('Enter');
    await page.getByText('1 event found').waitFor();
    expect(new URL(page.url()).search).toBe('?search=choir');
    await views(page).getByRole('link', { name: 'List' }).click();
    await page.getByRole('heading', { level: 1, name: 'Upcoming events' }).waitFor();
    expect(await page.getByRole('link', { name: 'Choir', exact: true }).count()).toBe(1);
    await page.getByRole('link', { name: /remove this filter/ }).click();
    await page.getByRole('link', { name: 'Morning walk' }).waitFor();
    expect([new URL(page.url()).search, await isNoted(page)]).toEqual(['', true]);
    await page.context().close();
  });

  it('are used by keyboard alone', async () => {
    const { page } = await open('/events/month/2031-06/');
    await note(page);
    const focused = () => page.evaluate('document.activeElement.textContent.trim()');
    for (let step = 0; step < 40 && (await focused()) !== 'Week'; step++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^Week of/ }).waitFor();
    for (let step = 0; step < 40 && (await focused()) !== 'List'; step++) await page.keyboard.press('Tab');
    expect([await focused(), await isNoted(page)]).toEqual(['List', true]);
    await page.context().close();
  });

  it('fall back to a reload if the route does not answer', async () => {
    const { page } = await open('/events/month/2031-06/');
    await note(page);
    await page.route('**/cal/views/v2/html*', (route) => route.fulfill({ status: 503, body: '{}' }));
    await views(page).getByRole('link', { name: 'Week' }).click();
    await page.getByRole('heading', { level: 1, name: /^Week of/ }).waitFor();
    expect(await isNoted(page)).toBe(false);
    await page.context().close();
  });

  it('work the same with the script off', async () => {
    const { page } = await open('/events/month/2031-06/', { javaScriptEnabled: false });
    await page.getByLabel('Search events').fill('choir');
    await page.getByRole('button', { name: 'Apply' }).click();
    expect(new URL(page.url()).searchParams.get('search')).toBe('choir');
    await page.getByText('1 event found').waitFor();
    await views(page).getByRole('link', { name: 'List' }).click();
    await page.getByRole('link', { name: 'Choir', exact: true }).click();
    expect(await heading(page).textContent()).toBe('Choir');
    await page.context().close();
  });
});
