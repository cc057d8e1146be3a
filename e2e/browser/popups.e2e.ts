import { createSiteClient } from '@almanac/infra/site-client';
import { eventually } from '@almanac/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { password, type SiteProcess, startSite } from '../site.ts';
import { describeInBrowser, faultsOn, launch, newPage, overflows, shoot, WIDE } from './browser.ts';

interface Stats {
  readonly opens: number;
  readonly conversions: number;
}

const CONTENT =
  '<p>What is on at the harbour, every Friday in your mailbox.</p><p><a href="#joined">Join the list</a></p>';

describeInBrowser('popups in a browser', () => {
  let site: SiteProcess;
  let browser: Browser;
  let client: ReturnType<typeof createSiteClient>;
  let popup: number;
  beforeAll(async () => {
    site = await startSite();
    client = createSiteClient({ root: site.root, user: 'admin', password: password('admin') });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });
  beforeEach(async () => {
    const fields = { title: 'The Friday letter', content: CONTENT, status: 'publish', exclude: ['/events/featured'] };
    popup = (await client.request<{ id: number }>('POST', '/popup/v1/popups', fields)).id;
    await carries('/', true);
    await carries('/events/', true);
  });
  afterEach(async () => {
    await client.request('DELETE', `/popup/v1/popups/${popup}?force=true`);
    await carries('/', false);
    await carries('/events/', false);
  });

  const hasScript = async (path: string): Promise<boolean> =>
    (await (await fetch(site.origin + path)).text()).includes('/popups/show-');
  /** Waits until the pages have received the events of misc. */
  const carries = (path: string, expected: boolean): Promise<void> =>
    eventually(async () => (await hasScript(path)) === expected, { every: 20 });
  const open = async (path: string, options: BrowserContextOptions = {}) => {
    const { page, complaints } = await newPage(browser, options);
    const counted = (event: string) => page.waitForResponse((answer) => answer.url().includes(`event=${event}`));
    const opened = counted('open');
    opened.catch(() => undefined);
    await page.goto(site.origin + path);
    return { page, complaints, counted, opened };
  };
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'The Friday letter' });
  const stats = () => client.request<Stats>('GET', `/popup/v1/popups/${popup}/stats`);

  it('open with the focus inside, close on Escape, and give the focus back', async () => {
    const { page, complaints, opened } = await open('/');
    await dialog(page).waitFor();
    expect((await opened).status()).toBe(204);
    expect(await stats()).toMatchObject({ opens: 1, conversions: 0 });
    expect([await faultsOn(page), await overflows(page)]).toEqual([[], false]);
    await shoot(page, 'popup');
    for (let step = 0; step < 5; step++) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate('document.activeElement === document.body || !!document.activeElement.closest("dialog")'),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page.reload({ waitUntil: 'networkidle' });
    expect(await dialog(page).count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('convert, and are counted', async () => {
    const { page, counted, opened } = await open('/events/');
    await opened;
    const converted = counted('conversion');
    await dialog(page).getByRole('link', { name: 'Join the list' }).click();
    expect((await converted).status()).toBe(204);
    expect(await stats()).toMatchObject({ opens: 1, conversions: 1 });
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('open after a click, give the focus back to the clicked element, and respect reduced motion', async () => {
    const trigger = { on: 'click', selector: '.site input' };
    await client.request('PATCH', `/popup/v1/popups/${popup}`, { trigger, frequency: 'always' });
    const { page } = await open('/', { reducedMotion: 'reduce' });
    await page.waitForLoadState('networkidle');
    expect(await dialog(page).count()).toBe(0);
    for (const _time of ['first', 'again']) {
      await page.reload({ waitUntil: 'networkidle' });
      await page.getByRole('searchbox').click();
      await dialog(page).waitFor();
      expect(await dialog(page).evaluate((shown) => shown.getAnimations().length)).toBe(0);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.id')).toBe('site-search');
    }
    await page.context().close();
  });

  const armed = async (trigger: object, options: BrowserContextOptions = {}) => {
    await client.request('PATCH', `/popup/v1/popups/${popup}`, { trigger });
    const opened = await open('/', options);
    await opened.page.waitForLoadState('networkidle');
    expect(await dialog(opened.page).count()).toBe(0);
    return opened.page;
  };

  it('open after the configured share of the page was scrolled', async () => {
    const page = await armed({ on: 'scroll', depth: 60 }, { viewport: { width: WIDE, height: 200 } });
    const scrollTo = (share: number) =>
      page.evaluate(`scrollTo(0, ${share} * (document.documentElement.scrollHeight - innerHeight))`);
    await scrollTo(0.5);
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    expect(await dialog(page).count()).toBe(0);
    await scrollTo(0.61);
    await dialog(page).waitFor();
    await page.context().close();
  });

  it('open when the pointer leaves towards the tabs, but not towards a side', async () => {
    const page = await armed({ on: 'exit' });
    const leave = (clientY: number) =>
      page.evaluate(`document.documentElement.dispatchEvent(new MouseEvent('mouseleave', { clientY: ${clientY} }))`);
    await leave(300);
    expect(await dialog(page).count()).toBe(0);
    await leave(-1);
    await dialog(page).waitFor();
    await page.context().close();
  });

  it('wait for their delay', async () => {
    await client.request('PATCH', `/popup/v1/popups/${popup}`, { trigger: { on: 'load', delay: 60_000 } });
    const { page } = await newPage(browser);
    const begun = Date.now();
    await page.clock.install({ time: begun });
    await page.goto(`${site.origin}/`, { waitUntil: 'networkidle' });
    // the delay starts afterwards, however long the page took to load
    await page.clock.pauseAt(begun + 59_000);
    expect(await dialog(page).count()).toBe(0);
    await page.clock.runFor(60_000);
    await dialog(page).waitFor();
    await page.context().close();
  });

  it('show members’ popups to everybody who is signed in', async () => {
    await client.request('PATCH', `/popup/v1/popups/${popup}`, { audience: 'members' });
    await carries('/', false);
    const { page } = await open('/admin/');
    await page.locator('#login').fill('editor1');
    await page.locator('#password').fill('editor1-pass');
    await page.locator('main button').click();
    await page.goto(`${site.origin}/`);
    await dialog(page).waitFor();
    await page.context().close();
  });

  it('are missing on excluded pages, and while the package is off', async () => {
    expect(await hasScript('/events/featured/')).toBe(false);
    await client.request('PATCH', '/installer/v1/packages/popups', { status: 'inactive' });
    await carries('/', false);
    await carries('/events/', false);
    const { page, complaints } = await open('/');
    await page.waitForLoadState('networkidle');
    expect([await page.locator('script[type=module]').count(), await dialog(page).count(), complaints]).toEqual([
      0,
      0,
      [],
    ]);
    await page.context().close();
    await client.request('PATCH', '/installer/v1/packages/popups', { status: 'active' });
    await carries('/', true);
  });
});
