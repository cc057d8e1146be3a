import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { type SiteProcess, startSite } from '../site.ts';
import { describeInBrowser, launch, overflows, shoot } from './browser.ts';

/** Starts an application that waits for its password. */
const startApplication = async (): Promise<{ readonly server: Server; readonly address: string }> => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>The application</title><p>Thank you.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/back?state=7` };
};

describeInBrowser('authorizing an application', () => {
  let site: SiteProcess;
  let browser: Browser;
  let application: Awaited<ReturnType<typeof startApplication>>;
  beforeAll(async () => {
    site = await startSite();
    application = await startApplication();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    application?.server.close();
    await site?.stop();
  });

  const open = async (path: string, locale = 'en-US'): Promise<Page> => {
    const context = await browser.newContext({ locale, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(site.origin + path);
    return page;
  };
  const authorization = (more: Record<string, string> = {}): string =>
    `/admin/authorize-application.php?${new URLSearchParams({ app_name: 'Harbour Mobile', ...more })}`;
  const signIn = async (page: Page, password = 'editor1-pass'): Promise<void> => {
    await page.locator('#login').fill('editor1');
    await page.locator('#password').fill(password);
    await page.locator('main button').click();
  };
  const me = async (password: string) => {
    const authorization = `Basic ${Buffer.from(`editor1:${password}`).toString('base64')}`;
    return (await site.request('GET', '/core/v2/users/me', { headers: { authorization } })).status;
  };

  it('signs a user in, who approves and is sent back with a working password', async () => {
    const page = await open(authorization({ success_url: application.address }));
    await shoot(page, 'sign-in');
    await signIn(page, 'wrong');
    expect(await page.getByRole('alert').textContent()).toBe('The username or the password is not right.');
    await shoot(page, 'sign-in-refused');
    await signIn(page);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Authorize an application');
    expect(await page.locator('#app_name').inputValue()).toBe('Harbour Mobile');
    await shoot(page, 'authorize');
    expect(await overflows(page)).toBe(false);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL(/\/back\?/);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('state'), searchParams.get('site_url')]).toEqual(['7', site.origin]);
    expect(searchParams.get('user_login')).toBe('editor1');
    expect(await me(String(searchParams.get('password')))).toBe(200);
    await page.context().close();
  });

  it('sends a rejection back to the application', async () => {
    const page = await open(authorization({ success_url: application.address }));
    await signIn(page);
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.waitForURL(/\/back\?/);
    expect(new URL(page.url()).search).toBe('?state=7&success=false');
    await page.context().close();
  });

  it('shows the password once, lists it, revokes it and signs out', async () => {
    const page = await open(authorization(), 'fr-CA');
    await signIn(page);
    await page.getByRole('button', { name: 'Approuver' }).click();
    const password = String(await page.locator('.secret code').textContent());
    expect(password).toMatch(/^(?:[A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/);
    await shoot(page, 'password');
    expect(await me(password)).toBe(200);
    await page.goto(`${site.origin}/fr-ca/admin/start`);
    await shoot(page, 'start');
    expect(await overflows(page)).toBe(false);
    await page.getByRole('link', { name: 'Mot de passe, adresse courriel et sessions' }).click();
    await shoot(page, 'account');
    expect(await overflows(page)).toBe(false);
    await page.goBack();
    await page.getByRole('button', { name: 'Révoquer Harbour Mobile' }).last().click();
    expect(await me(password)).toBe(401);
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    expect(new URL(page.url()).pathname).toBe('/fr-ca/admin/sign-in');
    await page.goto(`${site.origin}/fr-ca/admin/`);
    expect(new URL(page.url()).pathname).toBe('/fr-ca/admin/sign-in');
    await page.context().close();
  });

  it('lists every fault of the application’s request, and redirects nowhere', async () => {
    const page = await open(authorization({ success_url: 'javascript:alert(1)', reject_url: 'http://far.example/' }));
    await signIn(page);
    await page.locator('main li code').nth(1).waitFor();
    expect(await page.locator('main li code').allTextContents()).toEqual([
      'invalid_redirect_url_format',
      'invalid_redirect_scheme',
    ]);
    await shoot(page, 'faults');
    await page.context().close();
  });
});
