import { ensureConsole } from '@almanac/infra/console-build';
import { freePort } from '@almanac/infra/free-port';
import { type RunningSite, startSite } from '@almanac/infra/site';
import { readSite, silentLog } from '@almanac/service';
import { type FakeIdentityProvider, OPENID_CLIENT, startIdentityProvider } from '@almanac/testing/identity-provider';
import type { Browser } from 'playwright-core';
import { copyWithScripts, describeInBrowser, faultsOn, launch, newPage, overflows } from '../browser/browser.ts';
import { folder } from './consoleSite.ts';

describeInBrowser('a person of an identity provider', () => {
  let provider: FakeIdentityProvider;
  let site: RunningSite;
  let browser: Browser;
  let origin: string;
  beforeAll(async () => {
    expect(await ensureConsole()).toBe(true);
    provider = await startIdentityProvider();
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    site = await startSite({
      port,
      host: '127.0.0.1',
      data: ':memory:',
      site: readSite({
        name: 'Riverside',
        users: [{ login: 'ada', role: 'administrator', email: 'ada@example.test' }],
      }),
      environment: {
        PUBLIC_URL: origin,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: OPENID_CLIENT.id,
        OIDC_CLIENT_SECRET: OPENID_CLIENT.secret,
        OIDC_NAME: 'Riverside ID',
        OIDC_CREATE_USERS: '1',
        OIDC_ROLES: '{"calendar":"editor"}',
      },
      console: folder,
      log: silentLog,
    });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await provider?.close();
  });

  it('signs in there, and opens the page of the console that was asked for', async () => {
    provider.person = { ...provider.person, groups: ['calendar'] };
    const { page } = await newPage(browser);
    await page.goto(`${origin}/en/admin/calendar/venues`);
    const copy = await copyWithScripts(page);
    expect([await faultsOn(copy), await overflows(page)]).toEqual([[], false]);
    await copy.close();
    await page.getByRole('link', { name: 'Sign in with Riverside ID' }).click();
    await page.getByRole('link', { name: 'Agree' }).click();
    await page.getByRole('heading', { name: 'Venues' }).waitFor();
    expect(page.url()).toBe(`${origin}/en/admin/calendar/venues`);
    await page.context().close();
  });

  it('reads why there is no account, without a role on the site', async () => {
    provider.person = { ...provider.person, sub: 'person-2', groups: [] };
    const { page } = await newPage(browser, { javaScriptEnabled: false });
    await page.goto(`${origin}/en/admin/sign-in`);
    await page.getByRole('link', { name: 'Sign in with Riverside ID' }).click();
    await page.getByRole('link', { name: 'Agree' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('has no role on this site');
    await page.context().close();
  });
});
