import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { fillSite, type SamplePages, SECRET_WORD } from '../pages/fillSite.ts';
import { type SiteProcess, startSite } from '../site.ts';
import { describeInBrowser, expectSound, faultsOn, lackingOn, launch, overflows, shoot, WIDE } from './browser.ts';

describeInBrowser('the pages of a site in a browser', () => {
  let site: SiteProcess;
  let filled: SamplePages;
  let browser: Browser;
  beforeAll(async () => {
    site = await startSite();
    filled = await fillSite(site);
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  /** Opens a page and keeps the complaints of the browser. */
  const open = async (path: string, options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ locale: 'en-US', ...options });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    const answer = await page.goto(new URL(path, site.origin).href);
    return { page, complaints, status: answer?.status() };
  };
  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();

  const paths: [name: string, path: () => string, status: number][] = [
    ['home', () => '/en/', 200],
    ['home, older posts', () => '/page/2/', 200],
    ['home in French', () => '/fr-ca/', 200],
    ['month', () => '/events/', 200],
    ['month in Spanish', () => '/es-us/events/', 200],
    ['empty month', () => '/events/month/1999-01/', 200],
    ['list', () => '/events/list/', 200],
    ['event', () => '/event/sunset-concert/', 200],
    ['event, small', () => '/event/sunset-concert/embed/', 200],
    ['venue', () => '/venue/harbour-park/', 200],
    ['organizer', () => '/organizer/riverside-council/', 200],
    ['category of events', () => '/events/category/music/', 200],
    ['post', () => filled.post, 200],
    ['category of posts', () => '/category/nature-town/', 200],
    ['tag', () => '/tag/outdoors/', 200],
    ['author', () => '/author/admin/', 200],
    ['file', () => '/river/', 200],
    ['protected post', () => filled.secretPost, 200],
    ['protected event', () => filled.secretEvent, 200],
    ['nowhere', () => '/nowhere/', 404],
  ];

  it.each(paths)('%s has no fault, wide and narrow, light and dark', async (name, path, expected) => {
    const { page, complaints, status } = await open(path(), { viewport: { width: WIDE, height: 900 } });
    expect(status).toBe(expected);
    expect(await lackingOn(page, name !== 'file')).toEqual([]);
    await shoot(page, name.replace(/\W+/g, '-'));
    // browsers report a missing address
    await expectSound(
      page,
      complaints.filter((complaint) => !complaint.includes('404 (Not Found)')),
    );
    await page.context().close();
  });

  it('are reached by keyboard, and show the focus', async () => {
    const { page } = await open('/en/');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    expect(await skip.evaluate((link) => link === link.ownerDocument.activeElement)).toBe(true);
    expect(((await skip.boundingBox())?.y ?? -1) >= 0).toBe(true);
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#content');
    const seen = new Set<string>();
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press('Tab');
      const [href, outline, width] = (await page.evaluate(
        '(({ activeElement: at }) => [at.href ?? "", getComputedStyle(at).outlineStyle, getComputedStyle(at).outlineWidth])(document)',
      )) as [string, string, string];
      if (href === '') continue;
      seen.add(href);
      expect([href, outline, Number.parseFloat(width) >= 2]).toEqual([href, 'solid', true]);
    }
    expect(seen.size).toBeGreaterThan(10);
    await page.context().close();
  });

  it('run from right to left if their language does, and nothing overflows', async () => {
    const { body: event } = await site.request<{ url: string }>('POST', '/cal/events/v1/events', {
      as: 'admin',
      body: {
        title: 'حفلة موسيقية عند الغروب (Sunset 2031)',
        description: 'يبدأ الحفل عند الساعة 7:30 in the park.',
        start_date: '2031-06-10 19:30:00',
        end_date: '2031-06-10 21:00:00',
        status: 'publish',
        venue: { venue: 'Harbour Park' },
      },
    });
    const { page } = await open('/en/', { viewport: { width: 320, height: 800 } });
    // no language of the site is written from right to left, so the direction is set by hand
    await page.route('**/*', async (route) => {
      const answer = await route.fetch();
      const isPage = answer.headers()['content-type']?.startsWith('text/html') === true;
      const body = isPage
        ? (await answer.text()).replace('<html lang="en" dir="ltr">', '<html lang="ar" dir="rtl">')
        : undefined;
      await route.fulfill({ response: answer, ...(body !== undefined && { body }) });
    });
    for (const [name, path] of [
      ['month', '/events/month/2031-06/'],
      ['week', '/events/week/2031-06-10/'],
      ['event', event.url],
      ['signing in', '/admin/'],
    ] as const) {
      await page.goto(new URL(path, site.origin).href);
      for (const width of [320, WIDE]) {
        await page.setViewportSize({ width, height: 800 });
        expect([name, width, await overflows(page)]).toEqual([name, width, false]);
      }
      expect([name, await page.locator('html').getAttribute('dir'), await faultsOn(page)]).toEqual([name, 'rtl', []]);
      await shoot(page, `right-to-left-${name.replace(' ', '-')}`);
    }
    await page.goto(new URL('/events/month/2031-06/', site.origin).href);
    const leftOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x ?? Number.NaN;
    expect(await leftOf('.month th:first-child')).toBeGreaterThan(await leftOf('.month th:last-child'));
    expect(await leftOf('.turns .prev')).toBeGreaterThan(await leftOf('.turns .next'));
    // a title in another script still starts at the right edge
    expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).textAlign")).toBe('right');
    const arrow = "getComputedStyle(document.querySelector('.turns .prev [aria-hidden]')).transform";
    expect(await page.evaluate(arrow)).toBe('matrix(-1, 0, 0, 1, 0, 0)');
    await page.context().close();
  });

  it('need no script', async () => {
    const { page } = await open('/en/', { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Events', exact: true }).first().click();
    expect(await heading(page)).toMatch(/^Events: /);
    await page.getByRole('navigation', { name: 'Months' }).getByRole('link').last().click();
    expect(new URL(page.url()).pathname).toMatch(/^\/events\/month\/\d{4}-\d{2}\/$/);
    await page.getByRole('link', { name: 'Français (Canada)' }).click();
    expect(await heading(page)).toMatch(/^Événements : /);
    await page.getByRole('link', { name: 'Liste', exact: true }).click();
    await page.getByRole('link', { name: 'Concert au coucher du soleil' }).click();
    expect(new URL(page.url()).pathname).toMatch(/^\/fr-ca\/event\//);
    await page.getByText('Gratuit').waitFor();
    await page.context().close();
  });

  it('run no script of strangers', async () => {
    const { page, complaints } = await open(filled.hostile);
    page.on('dialog', () => complaints.push('a dialog opened'));
    await page.getByText('Harmless.').click();
    expect(await page.title()).toBe('& more – Riverside');
    expect(complaints.every((complaint) => complaint.includes('Content Security Policy'))).toBe(true);
    const color = await page.getByText('Harmless.').evaluate((text) => text.style.color);
    expect(color).toBe('teal');
    await page.context().close();
  });

  it('open with a password, and stay open', async () => {
    for (const [address, words] of [
      [filled.secretPost, 'The hidden words.'],
      [filled.secretEvent, 'The hidden place.'],
    ] as const) {
      const { page } = await open(address);
      expect(await page.getByText(words).count()).toBe(0);
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Open' }).click();
      expect(await page.getByRole('alert').textContent()).toBe('The password is wrong.');
      expect(await faultsOn(page)).toEqual([]);
      await shoot(page, 'password-refused');
      await page.getByLabel('Password').fill(SECRET_WORD);
      await page.getByRole('button', { name: 'Open' }).click();
      expect(page.url()).toBe(address);
      await page.getByText(words).waitFor();
      await page.goto(site.origin);
      await page.goto(address);
      expect(await page.getByText(words).count()).toBe(1);
      const [cookie] = await page.context().cookies();
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: new URL(address).pathname });
      expect(JSON.stringify(cookie)).not.toContain(SECRET_WORD);
      await page.context().close();
    }
  });

  it('are shown in frames of other sites only in their small form', async () => {
    const frame = (title: string, path: string) =>
      `<iframe title="${title}" sandbox="allow-scripts" src="${site.origin}${path}"></iframe>`;
    const other = createServer((_request, response) => {
      const frames = frame('small', '/event/sunset-concert/embed/') + frame('whole', '/event/sunset-concert/');
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${frames}`);
    });
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    const { page } = await open(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    const shown = (name: string) => page.frameLocator(`iframe[title=${name}]`).getByRole('heading', { level: 1 });
    await shown('small').waitFor();
    expect(await shown('small').textContent()).toBe('Sunset concert');
    expect(await shown('whole').count()).toBe(0);
    await page.context().close();
    other.close();
  });
});
