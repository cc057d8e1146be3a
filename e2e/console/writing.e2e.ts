import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureConsole, repository } from '@almanac/infra/console-build';
import { type RunningSite, startSite } from '@almanac/infra/site';
import { readSite, silentLog } from '@almanac/service';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { describeInBrowser, faultsOn, launch, NARROW, newPage, overflows, shoot } from '../browser/browser.ts';

const MAX_BUNDLE_BYTES = 600 * 1_024;
const folder = join(repository, 'services/console');

describeInBrowser('the console, in its rooms Home, Calendar and Content', () => {
  let site: RunningSite;
  let browser: Browser;
  let page: Page;
  const address = (path: string): string => `http://127.0.0.1:${site.port}/en/admin/${path}`;

  const fillSignIn = async (on: Page, login: string): Promise<void> => {
    await on.locator('#login').fill(login);
    await on.locator('#password').fill(`${login}-pass`);
    await on.locator('#password').press('Enter');
    await on.getByRole('navigation', { name: 'Rooms' }).waitFor();
  };
  const signedIn = async (login: string): Promise<Page> => {
    const opened = (await newPage(browser)).page;
    await opened.goto(address('sign-in'));
    await fillSignIn(opened, login);
    return opened;
  };
  const open = async (path: string, on = page): Promise<void> => {
    await on.goto(address(path));
    await on.locator('#main-content :is(button, table, p, label)').first().waitFor();
    await on.locator('#main-content [role=progressbar]').first().waitFor({ state: 'detached' });
  };
  const save = async (on = page): Promise<void> => {
    await on.getByRole('button', { name: 'Save', exact: true }).click();
    await on.getByText('Saved', { exact: true }).waitFor();
  };
  const choose = async (label: string, option: string): Promise<void> => {
    await page.getByLabel(label).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const create = async (label: string, name: string): Promise<void> => {
    await page.getByRole('combobox', { name: label }).fill(name);
    await page.getByRole('option', { name: `Create ${name}` }).click();
    await page.getByRole('button', { name, exact: true }).waitFor();
  };
  const idOf = (on = page): string => new URL(on.url()).pathname.split('/').at(-1) ?? '';
  /** Reads a record of the interface as a visitor. */
  const read = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${site.port}/en/json${path}`);
    return (await answer.json()) as Record<string, unknown>;
  };

  beforeAll(async () => {
    expect(await ensureConsole()).toBe(true);
    const user = (login: string, role: string) => ({
      login,
      role,
      email: `${login}@example.test`,
      password: `${login}-pass`,
    });
    site = await startSite({
      port: 0,
      host: '127.0.0.1',
      data: ':memory:',
      site: readSite({ name: 'Riverside', users: [user('ada', 'administrator'), user('max', 'editor')] }),
      environment: {},
      console: folder,
      log: silentLog,
    });
    browser = await launch();
    page = await signedIn('ada');
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  it('takes at most 600 KB as brotli, and loads the text editor on demand', () => {
    const files = globSync('built/assets/*.br', { cwd: folder });
    const sum = files.reduce((bytes, file) => bytes + statSync(join(folder, file)).size, 0);
    expect(sum).toBeGreaterThan(100 * 1_024);
    expect(sum).toBeLessThan(MAX_BUNDLE_BYTES);
    const shell = readFileSync(join(folder, 'built/index.html'), 'utf8');
    expect(files.filter((file) => file.includes('VisualEditor'))).toHaveLength(1);
    expect(shell).not.toContain('VisualEditor');
  });

  it('writes an event with a picture and a new venue, and stays with it', async () => {
    await open('');
    await page.getByRole('link', { name: 'Write an event', exact: true }).click();
    await page.getByLabel('Title').fill('Harbour concert');
    await page.locator('.ProseMirror').fill('Come and listen.');
    await page.getByLabel('Start').fill('2030-05-07T19:00');
    await create('Venue', 'Pier 3');
    await create('Categories', 'Music');
    await create('Tags', 'Open air');
    const picture = await sharp({ create: { width: 80, height: 50, channels: 3, background: '#30638e' } })
      .png()
      .toBuffer();
    const files = { name: 'pier.png', mimeType: 'image/png', buffer: picture };
    await page.locator('input[type=file]').setInputFiles(files);
    await page.getByLabel('Alternative text').fill('A pier');
    await save();
    await page.waitForURL(/calendar\/events\/\d+$/);
    const id = idOf();
    await open(`calendar/events/${id}`);
    await page.getByLabel('Title').fill('Harbour concert II');
    await save();
    expect(await read(`/cal/events/v1/events/${id}`)).toMatchObject({
      title: 'Harbour concert II',
      description: '<p>Come and listen.</p>',
      start_date: '2030-05-07 19:00:00',
      end_date: '2030-05-07 20:00:00',
      venue: { venue: 'Pier 3' },
      categories: [{ name: 'Music' }],
      tags: [{ name: 'Open air' }],
      status: 'publish',
    });
    const view = await page.getByRole('link', { name: 'View', exact: true }).first().getAttribute('href');
    expect(view).toContain('/event/harbour-concert');
    expect(await read('/core/v2/media?per_page=1')).toMatchObject([{ alt_text: 'A pier' }]);
    await shoot(page, 'console-event');
  });

  it('repeats an event in words, and changes this and later dates', async () => {
    await open('calendar/events/create');
    await page.getByLabel('Title').fill('Choir');
    await page.getByLabel('Start').fill('2030-01-08T18:30');
    await choose('Repeats', 'Every week');
    await page.getByRole('button', { name: 'Tuesday' }).click();
    await choose('Ends', 'After a number of times');
    await page.getByLabel('Times').fill('4');
    await page.getByText('Every week on Tuesday, 4 times').waitFor();
    await save();
    await page.waitForURL(/calendar\/events\/\d+$/);
    const occurrences = async () => {
      const { events } = await read('/cal/events/v1/events?search=Choir&starts_after=2029-01-01');
      return events as readonly { readonly id: number; readonly start_date: string; readonly title: string }[];
    };
    const third = (await occurrences())[2];
    expect(third?.start_date).toBe('2030-01-22 18:30:00');
    await open(`calendar/events/${third?.id}`);
    await page.getByLabel('This and later dates').check();
    await page.getByLabel('Title').fill('Choir and orchestra');
    await save();
    expect((await occurrences()).map(({ title }) => title)).toEqual([
      'Choir',
      'Choir',
      'Choir and orchestra',
      'Choir and orchestra',
    ]);
    await open('calendar/month?month=2030-01');
    await page
      .getByRole('link', { name: /18:30 Choir and orchestra/ })
      .first()
      .waitFor();
    await shoot(page, 'console-month');
  });

  it('schedules a post, and restores an earlier version', async () => {
    await open('content/posts/create');
    await page.getByLabel('Title').fill('Spring fair');
    await page.locator('.ProseMirror').fill('Stalls.');
    await choose('Status', 'Scheduled');
    await page.getByLabel('Publication date').fill('2031-03-01T09:00');
    await save();
    await page.waitForURL(/content\/posts\/\d+$/);
    await open(`content/posts/${idOf()}`);
    await page.getByLabel('Title').fill('Autumn fair');
    await save();
    await page
      .getByRole('button', { name: /^Restore the version/ })
      .first()
      .click();
    await page.getByText('Restored').waitFor();
    await page.locator('input[name=title][value="Spring fair"]').waitFor();
    await open('content/posts');
    await page.getByRole('row', { name: /Spring fair Scheduled .*2031/ }).waitFor();
  });

  it('keeps a text with blocks as HTML', async () => {
    await open('content/pages/create');
    await page.getByLabel('Title').fill('History');
    await page.getByRole('button', { name: 'Edit as HTML' }).click();
    const blocks = '<!-- core:paragraph {"align":"center"} --><p class="wide">Old.</p><!-- /core:paragraph -->';
    await page.getByLabel('Text').fill(blocks);
    await save();
    await page.waitForURL(/content\/pages\/\d+$/);
    await open(`content/pages/${idOf()}`);
    expect(await page.locator('textarea[name=content]').inputValue()).toBe(blocks);
  });

  it('shows somebody else’s change, and loses nothing', async () => {
    await open('calendar/venues/create');
    await page.getByLabel('Name').fill('Town hall');
    await save();
    await page.waitForURL(/calendar\/venues\/\d+$/);
    const path = `calendar/venues/${idOf()}`;
    const other = await signedIn('max');
    await open(path, other);
    await other.getByLabel('City').fill('Harbourtown');
    await save(other);
    await page.getByLabel('Name').fill('Old town hall');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^max changed this record/ });
    await dialog.getByRole('row', { name: /Harbourtown/ }).waitFor();
    await dialog.getByRole('button', { name: 'Save mine over it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await open(path, other);
    expect([await other.getByLabel('Name').inputValue(), await other.getByLabel('City').inputValue()]).toEqual([
      'Old town hall',
      'Harbourtown',
    ]);
    await other.context().close();
  });

  it('keeps unsaved text while the site does not answer, and after the session has ended', async () => {
    const writer = await signedIn('max');
    await open('content/posts/create', writer);
    await writer.getByLabel('Title').fill('A long evening');
    await writer.route('**/json/core/v2/posts*', (route) => route.abort());
    await writer.getByRole('button', { name: 'Save', exact: true }).click();
    await writer.getByText(/The site does not answer/).waitFor();
    expect(await writer.getByLabel('Title').inputValue()).toBe('A long evening');
    await writer.unroute('**/json/core/v2/posts*');
    await writer.context().clearCookies();
    await writer.getByRole('button', { name: 'Save', exact: true }).click();
    await writer.waitForURL(/sign-in/);
    await fillSignIn(writer, 'max');
    await writer.getByText('Your unsaved text is back.').waitFor();
    expect(await writer.getByLabel('Title').inputValue()).toBe('A long evening');
    await save(writer);
    await writer.context().close();
  });

  it('keeps text that is typed while a new record is saved', async () => {
    await open('calendar/organizers/create');
    await page.getByLabel('Name').fill('Choir');
    const answer = Promise.withResolvers<void>();
    await page.route('**/json/core/v2/cal_organizer?*', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('Name').fill('Choir of Riverside');
    answer.resolve();
    await page.waitForURL(/calendar\/organizers\/\d+$/);
    await page.getByText('Your unsaved text is back.').waitFor();
    await page.unroute('**/json/core/v2/cal_organizer?*');
    const name = page.getByLabel('Name');
    expect(await name.inputValue()).toBe('Choir of Riverside');
    expect(await name.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    await save();
    expect(await read(`/core/v2/cal_organizer/${idOf()}`)).toMatchObject({
      title: { rendered: 'Choir of Riverside' },
    });
  });

  it('says at its field why an event is refused', async () => {
    await open('calendar/events/create');
    await page.getByLabel('Title').fill('Backwards');
    await page.getByLabel('Start').fill('2030-05-07T19:00');
    await page.locator('input[name=end_date]').fill('2030-05-06T19:00');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Some fields need attention.').waitFor();
    expect(await page.locator('input[name=end_date]').getAttribute('aria-invalid')).toBe('true');
  });

  it('publishes and trashes several posts at once', async () => {
    await open('content/posts/create');
    await page.getByLabel('Title').fill('Notice');
    await save();
    await page.waitForURL(/content\/posts\/\d+$/);
    const id = idOf();
    await open('content/posts');
    await page
      .getByRole('row', { name: /Notice/ })
      .getByRole('checkbox')
      .check();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('row', { name: /Notice Published/ }).waitFor();
    expect(await read(`/core/v2/posts/${id}`)).toMatchObject({ status: 'publish' });
    await page
      .getByRole('row', { name: /Notice/ })
      .getByRole('checkbox')
      .check();
    await page.getByRole('button', { name: 'Move to the trash' }).click();
    await page.getByRole('row', { name: /Notice/ }).waitFor({ state: 'detached' });
  });

  it('has no accessibility faults and no overflow, light and dark', async () => {
    const found: unknown[] = [];
    for (const path of ['', 'calendar/events/create', 'calendar/month', 'content/media', 'people/users']) {
      for (const [width, colorScheme] of [
        [1_440, 'light'],
        [820, 'dark'],
        [NARROW, 'light'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        // opened again, because colours change slowly on an open screen
        await open(path);
        const faults = await faultsOn(page);
        if (faults.length > 0) found.push([path, width, faults]);
        if (await overflows(page)) found.push([path, width, 'is wider than the window']);
      }
    }
    expect(found).toEqual([]);
  });
});
