import type { Browser, Page } from 'playwright-core';
import { type SiteProcess, startSite } from '../site.ts';
import { describeInBrowser, faultsOn, launch, NARROW, newPage, overflows, shoot, WIDE } from './browser.ts';

/** Messages of Redoc itself: a remark about schemas, and its logo, which the page's policy blocks. */
const OF_REDOC = /^(?:Incompatible types in allOf|Loading the image 'https:\/\/cdn\.redoc\.ly\/)/;

/** Faults of Redoc: its headings skip levels, and small buttons that fold samples have larger ones beside them. */
const KNOWN = /^(?:heading-order|target-size.*class="collapser")/;

describeInBrowser('the reference of the interface', () => {
  let site: SiteProcess;
  let browser: Browser;
  beforeAll(async () => {
    site = await startSite();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  /** Opens the reference and waits until Redoc has rendered the document. */
  const openReference = async (query: string) => {
    const { page, complaints } = await newPage(browser);
    const answered: string[] = [];
    page.on('response', (answer) => answered.push(new URL(answer.url()).origin));
    await page.goto(`${site.root}/docs${query}`);
    await page.locator('main:not([aria-busy])').waitFor({ timeout: 60_000 });
    return { page, answered, complaints };
  };
  const faults = async (page: Page) => (await faultsOn(page)).filter((fault) => !KNOWN.test(fault));

  it('is found from the page of the interface, which every page leads to', async () => {
    const { page, complaints } = await newPage(browser);
    await page.goto(`${site.origin}/en/`);
    await page.getByRole('link', { name: 'interface of the site' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('The interface of Riverside');
    await shoot(page, 'interface');
    for (const width of [WIDE, NARROW]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await faultsOn(page), await overflows(page)]).toEqual([width, [], false]);
    }
    expect(complaints).toEqual([]);
    await page.getByRole('link', { name: 'popup/v1' }).click();
    await page.locator('main:not([aria-busy])').waitFor();
    expect(await page.locator('header [aria-current]').textContent()).toBe('popup/v1');
    await page.context().close();
  });

  it('opens on a start page with code to copy, and finds operations in every namespace', async () => {
    const { page, complaints } = await newPage(browser);
    for (const [language, width, colorScheme] of [
      ['en', WIDE, 'light'],
      ['en', NARROW, 'dark'],
      ['fr-ca', WIDE, 'dark'],
      ['fr-ca', NARROW, 'light'],
      ['es-us', NARROW, 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${site.origin}/${language}/json/docs`);
      expect([language, width, await faultsOn(page), await overflows(page)]).toEqual([language, width, [], false]);
    }
    await page.goto(`${site.root}/docs`);
    await page.getByRole('radio', { name: 'Python' }).check();
    expect(await page.locator('.sample:visible').count()).toBe(10);
    await shoot(page, 'reference-start');
    await page.getByRole('searchbox').fill('create venue');
    await page.getByRole('link', { name: 'POST /cal/events/v1/venues' }).click();
    await page.locator('main:not([aria-busy])').waitFor({ timeout: 60_000 });
    expect(page.url()).toContain('operation/createVenue');
    expect(complaints.filter((complaint) => !OF_REDOC.test(complaint))).toEqual([]);
    await page.context().close();
  });

  it('shows the operations of a namespace with arguments and answers, from the site’s own files alone', async () => {
    const { page, answered, complaints } = await openReference('?namespace=oembed/1.0');
    await page.getByRole('heading', { name: 'Returns the embed data of a page for the editor of posts.' }).waitFor();
    expect(await page.locator('main').innerText()).toContain('/oembed/1.0/embed');
    expect([...new Set(answered)]).toEqual([site.origin]);
    expect(complaints.filter((complaint) => !OF_REDOC.test(complaint))).toEqual([]);
    await shoot(page, 'reference');
    for (const width of [WIDE, NARROW]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await faults(page), await overflows(page)]).toEqual([width, [], false]);
    }
    await page.context().close();
  });

  it('leads to the OpenAPI document if no script runs', async () => {
    const { page } = await newPage(browser, { javaScriptEnabled: false });
    await page.goto(`${site.origin}/fr-ca/json/docs?namespace=core/v2`);
    const document = page.locator('main').getByRole('link', { name: 'OpenAPI' });
    expect(await document.getAttribute('href')).toBe(`${site.origin}/fr-ca/json/openapi/core-v2.json`);
    await page.context().close();
  });
});
