import { join } from 'node:path';
import { ensureConsole, repository } from '@almanac/infra/console-build';
import { type RunningSite, startSite } from '@almanac/infra/site';
import { readSite, silentLog } from '@almanac/service';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, launch, newPage } from '../browser/browser.ts';

const PASSWORD = 'seven herons at the harbour';

describeInBrowser('the rooms of the console', () => {
  let site: RunningSite;
  let browser: Browser;
  let page: Page;
  const address = (path: string, language = 'en'): string => `http://127.0.0.1:${site.port}/${language}/admin/${path}`;

  const signedIn = async (login: string, password: string): Promise<Page> => {
    const opened = (await newPage(browser)).page;
    await opened.goto(address('sign-in'));
    await opened.locator('#login').fill(login);
    await opened.locator('#password').fill(password);
    await opened.locator('#password').press('Enter');
    await opened.getByRole('navigation', { name: 'Rooms' }).waitFor();
    return opened;
  };
  /** Opens a screen and waits until it has content. */
  const open = async (path: string, on = page): Promise<void> => {
    await on.goto(address(path));
    await on.locator('#main-content :is(button, table, p, label)').first().waitFor();
    await on.locator('#main-content [role=progressbar]').waitFor({ state: 'detached' });
  };
  const saved = (on = page) => on.getByText('Saved', { exact: true }).waitFor();

  beforeAll(async () => {
    expect(await ensureConsole()).toBe(true);
    site = await startSite({
      port: 0,
      host: '127.0.0.1',
      data: ':memory:',
      site: readSite({
        name: 'Riverside',
        users: [{ login: 'ada', role: 'administrator', email: 'ada@example.test', password: 'ada-pass' }],
      }),
      environment: {},
      console: join(repository, 'services/console'),
      log: silentLog,
    });
    browser = await launch();
    page = await signedIn('ada', 'ada-pass');
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  it('make a redirect from an address without a page', async () => {
    const { origin } = new URL(address(''));
    await fetch(`${origin}/old-programme/`);
    const row = page.getByRole('row', { name: /old-programme/ });
    for (let look = 0; look < 100 && !(await row.isVisible()); look++) await open('redirects/missing');
    await row.getByRole('link', { name: 'Make a redirect' }).click();
    await page.getByLabel('Leads to').fill('/events/');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/redirects\/rules\/\d+$/);
    await open('redirects/test');
    await page.getByLabel('Address').fill('/old-programme/');
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText(/A visit is redirected to .*\/events\/ \(301\)/).waitFor();
    await open('redirects/rules');
    await page.getByRole('cell', { name: '/old-programme/' }).waitFor();
  });

  it('write a popup that a visitor sees, and show its figures', async () => {
    await open('visitors/popups/create');
    await page.getByLabel('Title').fill('The Friday letter');
    await page.getByRole('button', { name: 'Edit as HTML' }).click();
    await page.getByLabel('Text').fill('<p>Every Friday. <a href="#joined">Join</a></p>');
    await page.getByLabel('Status').click();
    await page.getByRole('option', { name: 'Published' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/visitors\/popups\/\d+$/);
    const form = page.url();
    const visitor = (await newPage(browser)).page;
    const dialog = visitor.getByRole('dialog', { name: 'The Friday letter' });
    const counted = visitor.waitForResponse((answer) => answer.url().includes('event=open'));
    for (let look = 0; look < 100 && !(await dialog.isVisible()); look++) {
      await visitor.goto(new URL(address('')).origin);
      await dialog.waitFor({ timeout: 1_000 }).catch(() => undefined);
    }
    await counted;
    await page.goto(form);
    await page.getByRole('region', { name: 'Figures' }).getByText('1', { exact: true }).first().waitFor();
  });

  it('create a webhook, with a secret that is shown once', async () => {
    await open('visitors/webhooks/create');
    await page.getByLabel('Receiver').fill('https://example.com/hook');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole('link', { name: 'Try it' }).click();
    await page.getByRole('button', { name: 'Send a test' }).waitFor();
  });

  it('invite an editor, who signs in and makes an application password', async () => {
    await open('people/users/create');
    await page.getByLabel('E-mail address').fill('mia@example.test');
    await page.getByLabel('Name', { exact: true }).fill('Mia');
    await page.getByLabel('Username').fill('mia');
    await page.getByRole('button', { name: 'Save' }).click();
    const link = await page.locator('code', { hasText: '/set-password?token=' }).textContent();
    const editor = (await newPage(browser)).page;
    await editor.goto(link ?? '');
    await editor.locator('#password').fill(PASSWORD);
    await editor.locator('#again').fill(PASSWORD);
    await editor.locator('#again').press('Enter');
    await editor.getByRole('navigation', { name: 'Rooms' }).waitFor();
    expect(await editor.getByRole('link', { name: 'Settings' }).count()).toBe(0);
    await open('people/applications', editor);
    await editor.getByLabel('Name of the application').fill('Phone');
    await editor.getByRole('button', { name: 'Create' }).click();
    const password = await editor.locator('code').textContent();
    const credentials = Buffer.from(`mia:${password}`).toString('base64');
    const me = await fetch(address('').replace('/admin/', '/json/core/v2/users/me'), {
      headers: { authorization: `Basic ${credentials}` },
    });
    expect(me.status).toBe(200);
  });

  it('translate a job side by side', async () => {
    await open('people/account');
    await page.getByLabel('First name').fill('Ada');
    await page.getByRole('button', { name: 'Save' }).click();
    await saved();
    const made = await page.evaluate(`(async () => {
      const nonce = await (await fetch('/en/admin/admin-ajax.php?action=rest-nonce')).text();
      const body = JSON.stringify({ title: 'The harbour', content: '<p>Boats at night.</p>', status: 'publish' });
      const headers = { 'x-core-nonce': nonce, 'content-type': 'application/json' };
      return (await fetch('/en/json/core/v2/posts', { method: 'POST', headers, body })).status;
    })()`);
    expect(made).toBe(201);
    await open('translations/missing?language=fr-ca');
    await page.getByRole('button', { name: 'Translate The harbour' }).click();
    await page.waitForURL(/translations\/jobs\/\d+$/);
    await page.getByLabel(/^Title · /).fill('Le port');
    await page.getByLabel(/^Text · /).fill('<p>Des bateaux la nuit.</p>');
    await page.getByRole('button', { name: 'Save and finish' }).click();
    await page.getByRole('alert').getByText('Complete').waitFor();
    const list = await fetch(address('', 'fr-ca').replace('/admin/', '/json/core/v2/posts'));
    expect(await list.text()).toContain('Le port');
  });

  it('change a setting', async () => {
    await open('settings/site');
    await page.getByLabel('Tagline').fill('Events by the water');
    await page.getByRole('button', { name: 'Save' }).click();
    await saved();
    await open('operations/history?kind=settings&id=site');
    await page.getByRole('cell', { name: 'Events by the water' }).first().waitFor();
  });
});
