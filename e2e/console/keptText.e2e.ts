import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@almanac/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../browser/browser.ts';
import { ConsoleSite, folder, idOf, save, signIn } from './consoleSite.ts';

const MAX_BUNDLE_BYTES = 600 * 1_024;

describeInBrowser('text that is typed into the console', () => {
  const data = mkdtempSync(join(tmpdir(), 'almanac-console-'));
  let site: ConsoleSite;
  let page: Page;
  const open = (path: string, on = page): Promise<void> => site.open(on, path);
  const pressSave = (on = page): Promise<void> => on.getByRole('button', { name: 'Save', exact: true }).click();

  beforeAll(async () => {
    site = await ConsoleSite.start(data);
    page = await site.signedIn('ada');
  });
  afterAll(async () => {
    await site?.stop();
    rmSync(data, { recursive: true, force: true });
  });

  it('has an editor that is loaded on demand, in a bundle of at most 600 KB as brotli', () => {
    const files = globSync('built/assets/*.br', { cwd: folder });
    const sum = files.reduce((bytes, file) => bytes + statSync(join(folder, file)).size, 0);
    expect(sum).toBeGreaterThan(100 * 1_024);
    expect(sum).toBeLessThan(MAX_BUNDLE_BYTES);
    const shell = readFileSync(join(folder, 'built/index.html'), 'utf8');
    expect(files.filter((file) => file.includes('VisualEditor'))).toHaveLength(1);
    expect(shell).not.toContain('VisualEditor');
  });

  it('stays as HTML where the editor would change its blocks', async () => {
    await open('content/pages/create');
    await page.getByLabel('Title').fill('History');
    await page.getByRole('button', { name: 'Edit as HTML' }).click();
    const blocks = '<!-- core:paragraph {"align":"center"} --><p class="wide">Old.</p><!-- /core:paragraph -->';
    await page.getByLabel('Text').fill(blocks);
    await save(page);
    await page.waitForURL(/content\/pages\/\d+$/);
    await open(`content/pages/${idOf(page)}`);
    expect(await page.locator('textarea[name=content]').inputValue()).toBe(blocks);
  });

  it('creates one record if it is saved again before the form of the record opens', async () => {
    await open('content/pages/create');
    // a busy machine shows the form to create for a while after the address has changed
    await page.evaluate(`(() => {
      const push = history.pushState.bind(history);
      history.pushState = (...state) => {
        push(...state);
        document.querySelector('#main-content form')?.requestSubmit();
      };
    })()`);
    await page.getByLabel('Title').fill('Saved twice');
    await save(page);
    await page.waitForURL(/content\/pages\/\d+$/);
    await page.getByRole('button', { name: 'Move to the trash' }).waitFor();
    await open('content/pages');
    await page.getByRole('link', { name: 'Saved twice' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Saved twice' }).count()).toBe(1);
  });

  it.each([
    { room: 'calendar/venues', mine: 'Name', theirs: 'City', who: 'max', as: 'max' },
    { room: 'visitors/popups', mine: 'Title', theirs: 'Scrolled, in percent', who: 'max', as: 'max' },
    { room: 'redirects/groups', mine: 'Name', theirs: 'Name', who: 'ada', as: 'ada' },
  ])('is kept beside somebody else’s change in $room', async ({ room, mine, theirs, who, as }) => {
    await open(`${room}/create`);
    await page.getByLabel(mine).fill('Town hall');
    if (room === 'visitors/popups') {
      await page.getByLabel('Opens').click();
      await page.getByRole('option', { name: 'When the visitor has scrolled' }).click();
    }
    await save(page);
    await page.waitForURL(new RegExp(`${room}/\\d+$`));
    const path = `${room}/${idOf(page)}`;
    const other = await site.signedIn(as);
    await open(path, other);
    await other.getByLabel(theirs).fill('77');
    await save(other);
    await page.getByLabel(mine).fill('Old town hall');
    await pressSave();
    const dialog = page.getByRole('dialog', { name: new RegExp(`^${who} changed this record`) });
    await dialog.getByRole('row', { name: /77/ }).waitFor();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByLabel(mine).inputValue()).toBe('Old town hall');
    await pressSave();
    await dialog.getByRole('button', { name: 'Save my version' }).click();
    await dialog.waitFor({ state: 'detached' });
    await open(path, other);
    expect([await other.getByLabel(mine).inputValue(), await other.getByLabel(theirs).inputValue()]).toEqual([
      'Old town hall',
      mine === theirs ? 'Old town hall' : '77',
    ]);
    await other.context().close();
  });

  it('is kept while the site does not answer, and after the session has ended', async () => {
    const writer = await site.signedIn('ada');
    await open('content/posts/create', writer);
    await writer.getByLabel('Title').fill('A long evening');
    await writer.route('**/json/core/v2/posts*', (route) => route.abort());
    await pressSave(writer);
    await writer.getByText(/The site does not answer/).waitFor();
    expect(await writer.getByLabel('Title').inputValue()).toBe('A long evening');
    await writer.unroute('**/json/core/v2/posts*');
    await writer.context().clearCookies();
    await pressSave(writer);
    await writer.waitForURL(/sign-in/);
    await signIn(writer, 'ada');
    await writer.getByText('Your unsaved text is back.').waitFor();
    expect(await writer.getByLabel('Title').inputValue()).toBe('A long evening');
    await save(writer);
    await writer.context().close();
  });

  it('is kept if it is typed while a new record is saved on a slow network', async () => {
    await open('calendar/organizers/create');
    await page.getByLabel('Name').fill('Choir');
    const answer = Promise.withResolvers<void>();
    await page.route('**/json/core/v2/cal_organizer?*', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await pressSave();
    await page.getByLabel('Name').fill('Choir of Riverside');
    answer.resolve();
    await page.waitForURL(/calendar\/organizers\/\d+$/);
    await page.getByText('Your unsaved text is back.').waitFor();
    await page.unroute('**/json/core/v2/cal_organizer?*');
    const name = page.getByLabel('Name');
    await eventually(async () => (await name.inputValue()) === 'Choir of Riverside');
    expect(await name.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    await save(page);
    expect(await site.ask(`/core/v2/cal_organizer/${idOf(page)}`)).toMatchObject({
      title: { rendered: 'Choir of Riverside' },
    });
  });

  it('is kept if it is typed between the answer to “create” and the opening of the form', async () => {
    await open('calendar/venues/create');
    const name = page.getByLabel('Name');
    await name.fill('Hall');
    // the form of the created record opens with its address
    await page.evaluate(`(() => {
      const push = history.pushState.bind(history);
      history.pushState = (...to) => {
        push(...to);
        history.pushState = push;
        const field = document.querySelector('input[name=title]');
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'Hall of mirrors');
        field.dispatchEvent(new Event('input', { bubbles: true }));
      };
    })()`);
    await pressSave();
    await page.waitForURL(/calendar\/venues\/\d+$/);
    await page.getByText('Your unsaved text is back.').waitFor();
    await eventually(async () => (await name.inputValue()) === 'Hall of mirrors');
    await save(page);
  });

  it('is kept if it is refused, and the refusal stands at its field', async () => {
    await open('calendar/events/create');
    await page.getByLabel('Title').fill('Backwards');
    await page.getByLabel('Start').fill('2030-05-07T19:00');
    const end = page.locator('input[name=end_date]');
    await end.fill('2030-05-06T19:00');
    await pressSave();
    await page.getByText('Some fields need attention.').waitFor();
    expect(await end.getAttribute('aria-invalid')).toBe('true');
    await open('calendar/events/create');
    await page.getByText('Your unsaved text is back.').waitFor();
    expect([await page.getByLabel('Title').inputValue(), await end.inputValue()]).toEqual([
      'Backwards',
      '2030-05-06T19:00',
    ]);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('is kept while the server restarts', async () => {
    await open('calendar/venues/create');
    await page.getByLabel('Name').fill('The old mill');
    const { again } = await site.interrupt();
    await pressSave();
    await page.getByText(/The site does not answer/).waitFor();
    await again();
    expect(await page.getByLabel('Name').inputValue()).toBe('The old mill');
    await save(page);
    await page.waitForURL(/calendar\/venues\/\d+$/);
  });

  it.each([
    { room: 'content/posts', path: '/core/v2/posts', title: 'Notice' },
    { room: 'calendar/events', path: '/core/v2/cal_events', title: 'Market' },
  ])('is published and trashed for several records at once in $room', async ({ room, path, title }) => {
    await open(`${room}/create`);
    await page.getByLabel('Title').fill(title);
    if (room === 'calendar/events') await page.getByLabel('Start').fill('2030-05-07T19:00');
    await page.getByLabel('Status').click();
    await page.getByRole('option', { name: 'Draft', exact: true }).click();
    await save(page);
    await page.waitForURL(new RegExp(`${room}/\\d+$`));
    const id = idOf(page);
    const row = page.getByRole('row', { name: new RegExp(title) });
    await open(room);
    await row.getByRole('checkbox', { name: 'Select this row' }).check();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await row.getByText('Published').waitFor();
    expect(await site.ask(`${path}/${id}`)).toMatchObject({ status: 'publish' });
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Move to the trash' }).click();
    await row.waitFor({ state: 'detached' });
  });
});
