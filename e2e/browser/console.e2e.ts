import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@almanac/infra/free-port';
import { type RunningSite, startSite } from '@almanac/infra/site';
import { createDeadLetters } from '@almanac/messaging';
import { readSite, silentLog } from '@almanac/service';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { copyWithScripts, describeInBrowser, faultsOn, launch, NARROW, overflows, shoot, WIDE } from './browser.ts';
import { openConsole, tabTo } from './openConsole.ts';

const site = readSite({
  name: 'Riverside',
  users: [{ login: 'ada', role: 'administrator', email: 'ada@example.test', password: 'ada-pass' }],
});
/** A photo of a pier at sunset. */
const pier = (): Promise<Buffer> => {
  const [width, height] = [900, 600];
  const colourAt = (x: number, y: number): readonly number[] => {
    if (x < 520 && y > 360 && (y < 384 || x % 200 > 180)) return [34, 34, 59];
    if (y > 380) return [48, 99, 142];
    return Math.hypot(x - 650, y - 330) < 90 ? [209, 73, 91] : [242, 184, 128];
  };
  const pixels = Array.from({ length: width * height }, (_, index) =>
    colourAt(index % width, Math.floor(index / width)),
  );
  return sharp(Buffer.from(pixels.flat()), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
};

const VIEWS = [
  'posts',
  'events',
  'events?action=new',
  'venues?action=new',
  'organizers?action=new',
  'event-categories',
  'post-categories',
  'tags?action=new',
  'media',
  'history',
  'dead-letters',
  'lag',
  'health',
  'rebuild',
  'stream',
  'webhooks',
  'packages',
  'popups',
];

describeInBrowser('the console', () => {
  let running: RunningSite;
  let browser: Browser;
  let data: string;
  let port: number;
  let origin: string;
  const start = async (): Promise<void> => {
    running = await startSite({ port, host: '127.0.0.1', data, site, log: silentLog });
  };
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'almanac-console-'));
    port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    await start();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await running?.stop();
    await rm(data, { recursive: true, force: true });
  });

  const open = (view: string, options: BrowserContextOptions = {}) =>
    openConsole(browser, `${origin}/en/admin/${view}`, options);
  const close = (page: Page) => page.context().close();
  /** Sends a REST request in the session of the page. */
  const rest = async (page: Page, method: string, path: string, body?: object) => {
    const nonce = (await page.locator('meta[name=core-nonce]').getAttribute('content')) ?? '';
    const options = { method, headers: { 'x-core-nonce': nonce }, ...(body && { data: body }) };
    return (await page.request.fetch(`${origin}/en/json${path}`, options)).json();
  };
  /** Checks a page with scripts on or off. */
  const expectSound = async (page: Page): Promise<void> => {
    const copy = await copyWithScripts(page);
    expect([await faultsOn(copy), await overflows(page)]).toEqual([[], false]);
    await copy.close();
  };

  it.each(VIEWS)('is open to every role that has the right: %s', async (view) => {
    const page = await open(view);
    for (const [width, colorScheme] of [
      [WIDE, 'light'],
      [WIDE, 'dark'],
      [NARROW, 'light'],
      [320, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect([width, colorScheme, await faultsOn(page), await overflows(page)]).toEqual([
        width,
        colorScheme,
        [],
        false,
      ]);
    }
    await shoot(page, `console-${view.replace('?action=', '-')}`);
    await close(page);
  });

  it('shows past changes, and restores a version without a script', async () => {
    const page = await open('history', { javaScriptEnabled: false });
    const { id } = await rest(page, 'POST', '/cal/events/v1/venues', { venue: 'Harbour Hall', city: 'York' });
    await rest(page, 'POST', `/cal/events/v1/venues/${id}`, { city: 'Leeds', phone: '555 0100' });
    await page.getByLabel('Kind of record').fill('venue');
    await page.getByLabel('Id').fill(String(id));
    await page.getByRole('button', { name: 'Show its history' }).click();
    expect(await page.locator('.changes ins').first().textContent()).toBe('Leeds');
    await page.getByRole('link', { name: 'Bring version 1 back' }).click();
    expect([await faultsOn(await copyWithScripts(page)), await overflows(page)]).toEqual([[], false]);
    await shoot(page, 'console-restore');
    await page.getByRole('button', { name: 'Bring it back' }).click();
    expect(await page.getByRole('status').textContent()).toContain('it is now at version 3');
    expect((await rest(page, 'GET', `/cal/events/v1/venues/${id}`)).city).toBe('York');
    await close(page);
  });

  it('publishes a first post by keyboard alone, without a script', async () => {
    const page = await open('posts', { javaScriptEnabled: false });
    await tabTo(page, 'Write a post');
    await page.keyboard.press('Enter');
    await page.getByLabel('Title').waitFor();
    await page.setViewportSize({ width: NARROW, height: 900 });
    await expectSound(page);
    await tabTo(page, 'Title');
    await page.keyboard.type('The harbour opens');
    await tabTo(page, 'Text');
    await page.keyboard.type('Everybody may come.');
    await tabTo(page, 'State');
    await page.keyboard.type('publ');
    await shoot(page, 'console-post');
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await page.getByText('The post is saved.').waitFor();
    await page.getByRole('link', { name: 'Look at it' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('The harbour opens');
    await close(page);
  });

  it('writes and publishes an event with picture and venue by keyboard, changes it, and brings the first version back', async () => {
    const page = await open('events', { javaScriptEnabled: false });
    const nonce = (await page.locator('meta[name=core-nonce]').getAttribute('content')) ?? '';
    const uploaded = await page.request.post(`${origin}/en/json/core/v2/media?alt_text=The%20pier%20at%20dusk`, {
      headers: {
        'x-core-nonce': nonce,
        'content-type': 'image/gif',
        'content-disposition': 'attachment; filename="pier.gif"',
      },
      data: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
    });
    expect(uploaded.status()).toBe(201);
    await tabTo(page, 'Write an event');
    await page.keyboard.press('Enter');
    await page.getByLabel('Title').waitFor();
    await tabTo(page, 'Title');
    await page.keyboard.type('Harbour fair');
    await tabTo(page, 'Text');
    await page.keyboard.type('Everybody may come.');
    await page.getByLabel('Start', { exact: true }).fill('2031-06-10T19:30');
    await page.getByLabel('End', { exact: true }).fill('2031-06-10T22:00');
    await tabTo(page, 'Or the name of a new venue');
    await page.keyboard.type('Harbour Hall');
    await tabTo(page, 'Picture');
    await page.keyboard.type('pier');
    await tabTo(page, 'State');
    await page.keyboard.type('publ');
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await page.getByText('The event is saved.').waitFor();
    await expectSound(page);
    await shoot(page, 'console-event');
    await page.setViewportSize({ width: WIDE, height: 900 });
    const id = (await page.locator('form.write input[name=id]').getAttribute('value')) ?? '';
    expect(await rest(page, 'GET', `/cal/events/v1/events/${id}`)).toMatchObject({
      status: 'publish',
      venue: { venue: 'Harbour Hall' },
      image: { extension: 'gif' },
    });
    await page.getByLabel('Title').fill('Harbour fete');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The event is saved.').waitFor();
    await page.goto(`${origin}/en/admin/history?kind=event&id=${id}`);
    const row = page.locator('.changes tr', { hasText: 'Harbour fete' }).first();
    expect([await row.locator('del').textContent(), await row.locator('ins').textContent()]).toEqual([
      'Harbour fair',
      'Harbour fete',
    ]);
    await page
      .getByRole('link', { name: /^Bring version/ })
      .first()
      .press('Enter');
    await page.getByRole('button', { name: 'Bring it back' }).press('Enter');
    await page.getByRole('status').waitFor();
    expect((await rest(page, 'GET', `/cal/events/v1/events/${id}`)).title).toBe('Harbour fair');
    await close(page);
  });

  it('uploads a picture by keyboard, says what it shows, and chooses it in an event', async () => {
    const page = await open('media', { javaScriptEnabled: false });
    const picture = { name: 'pier.png', mimeType: 'image/png', buffer: await pier() };
    await tabTo(page, 'A picture or file to upload');
    await page.getByLabel('A picture or file to upload').setInputFiles(picture);
    await tabTo(page, 'Upload');
    await page.keyboard.press('Enter');
    await page.getByText('It is uploaded.').waitFor();
    await tabTo(page, 'Alternative text');
    await page.keyboard.type('The pier at dusk');
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await page.getByText('It is saved.').waitFor();
    await expectSound(page);
    await shoot(page, 'console-picture');
    await page.goto(`${origin}/en/admin/events?action=new`);
    await page.getByLabel('Title').fill('Pier fair');
    await page.getByLabel('Start', { exact: true }).fill('2031-06-11T19:30');
    await page.getByLabel('End', { exact: true }).fill('2031-06-11T22:00');
    await tabTo(page, 'Picture');
    await page.keyboard.type('pier – The');
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await page.getByText('The event is saved.').waitFor();
    expect(await page.getByLabel('Picture', { exact: true }).locator('option:checked').textContent()).toBe(
      'pier – The pier at dusk',
    );
    await page.getByLabel('Or a new picture').setInputFiles({ ...picture, name: 'quay.png' });
    await page.getByLabel('Alternative text of the new picture').fill('The quay at noon');
    await expectSound(page);
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The event is saved.').waitFor();
    const id = (await page.locator('form.write input[name=id]').getAttribute('value')) ?? '';
    expect((await rest(page, 'GET', `/cal/events/v1/events/${id}`)).image.url).toContain('quay');
    await page.goto(`${origin}/en/admin/media`);
    await expectSound(page);
    await shoot(page, 'console-media');
    await close(page);
  });

  it.each(['en', 'es-us', 'fr-ca'])('says in %s why it refuses a file, narrow and dark', async (language) => {
    const page = await open('media', { javaScriptEnabled: false, viewport: { width: NARROW, height: 900 } });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${origin}/${language}/admin/media`);
    await page
      .locator('#file-field')
      .setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await page.locator('form[enctype] button').press('Enter');
    await page.locator('#file-fault').waitFor();
    expect(await page.locator('#file-field').getAttribute('aria-invalid')).toBe('true');
    await expectSound(page);
    await close(page);
  });

  it('creates a webhook by keyboard alone, pings it, sees it fail, and sends again', async () => {
    const page = await open('webhooks');
    await tabTo(page, 'Address that is told events');
    await page.keyboard.type('https://hooks.invalid/in');
    await page.keyboard.press('Enter');
    await page.locator('.secret').waitFor();
    expect(await page.locator('.secret').textContent()).toMatch(/^whsec_/);
    await shoot(page, 'console-webhook-secret');
    await page.setViewportSize({ width: WIDE, height: 900 });
    await tabTo(page, 'Send a ping');
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    while ((await page.getByText('fails, is tried again').count()) === 0) {
      await tabTo(page, 'Look again');
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    }
    await expectSound(page);
    await shoot(page, 'console-deliveries');
    await page.setViewportSize({ width: WIDE, height: 900 });
    await tabTo(page, 'Send again');
    await page.keyboard.press('Enter');
    await page.getByText('It is sent again.').waitFor();
    await close(page);
  });

  it('shows a rebuild to its end, without a reload', async () => {
    const page = await open('rebuild');
    await page.getByLabel('Service').selectOption('core');
    await page.getByRole('button', { name: 'Make its documents anew' }).click();
    await page.getByText('· done').first().waitFor();
    await shoot(page, 'console-rebuild-done');
    await close(page);
  });

  it('shows events as they happen, also after a restart of the site', async () => {
    const page = await open('stream');
    const said = (subject: string) => page.locator('.cards li', { hasText: subject }).first().waitFor();
    const { id } = await rest(page, 'POST', '/core/v2/tags', { name: 'before' });
    await said(`tag-${id}`);
    await running.stop();
    await start();
    const { id: next } = await rest(page, 'POST', '/core/v2/tags', { name: 'after' });
    await said(`tag-${next}`);
    await page.getByText('What it says').first().click();
    const other = await rest(page, 'POST', '/core/v2/tags', { name: 'not now' });
    expect(await page.locator('details[open]').count()).toBe(1);
    await page.getByText('What it says').first().click();
    await page.getByRole('heading', { level: 1 }).click();
    await said(`tag-${other.id}`);
    await shoot(page, 'console-live-events');
    await close(page);
  });

  it('shows nothing more once it is stopped, not even answers to earlier requests', async () => {
    const page = await open('stream');
    const address = page.url();
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(address, async (route) => {
      asked.resolve();
      await released.promise;
      await route.continue();
    });
    const { id } = await rest(page, 'POST', '/core/v2/tags', { name: 'too late' });
    await asked.promise;
    const control = page.locator('[data-js=live-control] button');
    await control.click();
    const answered = page.waitForEvent('requestfinished', (request) => request.url() === address);
    released.resolve();
    await answered;
    // the page handles answers in order, so it has handled earlier ones too
    await page.evaluate('fetch(location.href).then((answer) => answer.text())');
    expect(await page.locator('.cards li', { hasText: `tag-${id}` }).count()).toBe(0);
    await control.click();
    await page
      .locator('.cards li', { hasText: `tag-${id}` })
      .first()
      .waitFor();
    await close(page);
  });

  it('drops a dead letter after a question, and retries others, without a script', async () => {
    const { entries } = running.services.get('calendar') ?? {};
    if (entries === undefined) throw new Error('the calendar does not run');
    const letters = createDeadLetters(entries, 'calendar.copies');
    for (const key of ['tag-1', 'tag-2'])
      await letters.add(
        {
          source: 'core',
          epoch: 1,
          position: 7,
          n: 0,
          type: 'core.tag-deleted.v1',
          key,
          data: { id: 99_999 },
          at: '2026-01-01T00:00:00Z',
          principal: 'system',
          language: 'en',
          correlation: 'c',
        },
        'TypeError: cannot read what was sent',
      );
    const page = await open('dead-letters', { javaScriptEnabled: false });
    expect([await faultsOn(await copyWithScripts(page)), await overflows(page)]).toEqual([[], false]);
    await shoot(page, 'console-dead-letters-two');
    await page.getByRole('link', { name: 'Drop tag-1' }).click();
    expect(await page.getByText('This cannot be undone.').count()).toBe(1);
    await page.getByRole('button', { name: 'Drop it for good' }).click();
    await page.getByRole('button', { name: 'Try again: tag-2' }).click();
    while ((await page.getByText('Nothing waits').count()) === 0) await page.reload();
    await close(page);
  });
});
