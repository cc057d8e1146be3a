import { eventually } from '@almanac/testing';
import { codeIn, type MailServer, startMailServer } from '@almanac/testing/mail-server';
import type { Browser, Page } from 'playwright-core';
import { type FakeMfaApp, startMfaApp } from '../outgoing/mfaApp.ts';
import { type SiteProcess, startSite } from '../site.ts';
import { describeInBrowser, faultsOn, launch, newPage, overflows, shoot } from './browser.ts';

describeInBrowser('signing in with a second step', () => {
  let mail: MailServer;
  let app: FakeMfaApp;
  let browser: Browser;
  let site: SiteProcess | undefined;
  beforeAll(async () => {
    [mail, app] = [await startMailServer(), await startMfaApp()];
    browser = await launch();
  });
  afterEach(async () => {
    await site?.stop();
    site = undefined;
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([mail.close(), app.close()]);
  });

  const serve = async (environment: Readonly<Record<string, string>> = {}): Promise<SiteProcess> => {
    mail.received.length = 0;
    site = await startSite({ MAIL_URL: mail.url, LOG_LEVEL: 'info', ...environment });
    const body = { second_step: 'everybody' };
    expect((await site.request('POST', '/login/v1/settings', { as: 'admin', body })).status).toBe(200);
    return site;
  };
  /** Waits until core has received the setting from misc. */
  const signIn = async ({ origin }: SiteProcess, page: Page): Promise<void> =>
    eventually(async () => {
      await page.context().clearCookies();
      await page.goto(`${origin}/admin/`);
      await page.locator('#login').fill('editor1');
      await page.locator('#password').fill('editor1-pass');
      await page.locator('main button').click();
      return (await page.getByRole('heading', { level: 1 }).textContent()) === 'Your code';
    });
  const enter = async (page: Page, code: string): Promise<void> => {
    await page.getByLabel('Code', { exact: true }).fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const newestCode = async (): Promise<string> => {
    await eventually(() => mail.received.length > 0);
    return codeIn(mail.received.at(-1) as MailServer['received'][number]);
  };
  const isIn = async (page: Page): Promise<void> => {
    await page.waitForURL(({ pathname }) => /\/admin\/?$/.test(pathname));
    await page.goto(new URL('/en/admin/start', page.url()).href);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  };

  it('takes a code from the mailbox, and a recovery code once', async () => {
    const served = await serve();
    const { page, complaints } = await newPage(browser);
    await signIn(served, page);
    expect([await faultsOn(page), await overflows(page), complaints]).toEqual([[], false, []]);
    const code = await newestCode();
    await enter(page, code === '000000' ? '111111' : '000000');
    expect(await page.getByRole('alert').textContent()).toBe('The code is not right.');
    await shoot(page, 'code');
    await enter(page, code);
    await isIn(page);
    await page.goto(`${served.origin}/en/admin/account`);
    const before = mail.received.length;
    await page.getByRole('button', { name: 'Send a code' }).click();
    await eventually(() => mail.received.length > before);
    expect([await page.getByRole('status').textContent(), await faultsOn(page), await overflows(page)]).toEqual([
      expect.stringContaining('A code was sent'),
      [],
      false,
    ]);
    await page.locator('#recovery-codes-password').fill('editor1-pass');
    await page.locator('#recovery-codes-code').fill(await newestCode());
    await page.getByRole('button', { name: 'Make recovery codes' }).click();
    await page.locator('.codes code').nth(9).waitFor();
    const codes = await page.locator('.codes code').allTextContents();
    expect([codes.length, await faultsOn(page), await overflows(page)]).toEqual([10, [], false]);
    await shoot(page, 'recovery-codes');
    await signIn(served, page);
    await enter(page, String(codes[3]).toLowerCase());
    await isIn(page);
    await signIn(served, page);
    await enter(page, String(codes[3]));
    expect(await page.getByRole('alert').textContent()).toBe('The code is not right.');
    await page.context().close();
    const printed = await served.stop();
    for (const secret of [code, ...codes, 'editor1@example.test']) expect(printed).not.toContain(secret);
  });

  it('leads through the page of an outside app, which has the code mailed', async () => {
    const served = await serve({ MFA_APP_URL: app.url, MFA_APP_KEY: app.key });
    const { page } = await newPage(browser);
    await signIn(served, page);
    expect(mail.received).toEqual([]);
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'Type it' }).click();
    expect([app.answers.at(-1), app.begun.at(-1)?.masked_email]).toEqual([200, 'e…@example.test']);
    const code = await newestCode();
    expect(mail.received.at(-1)?.to).toEqual(['editor1@example.test']);
    await enter(page, code);
    await isIn(page);
    await page.context().close();
    expect(await served.stop()).not.toContain(app.key);
  });
});
