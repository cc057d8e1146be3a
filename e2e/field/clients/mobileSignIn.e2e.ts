import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, launch } from '../../browser/browser.ts';
import { PROFILE } from '../../conformance/profileNames.ts';
import { type SiteProcess, startSite } from '../../site.ts';

const APP = 'Pocket editor';
/** The addresses that an app gives for both answers: of a web site that the app has claimed, and of its own scheme. */
const addresses = [
  ['https', 'https://apps.example.com/signed-in?state=7', 'https://apps.example.com/declined'],
  ['its own scheme', 'wordpress://app-signed-in?state=7', 'wordpress://app-declined'],
] as const;

describeInBrowser('a mobile app that asks for a password of its own', () => {
  let site: SiteProcess;
  let browser: Browser;
  beforeAll(async () => {
    site = await startSite({ ALIASES: PROFILE });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  /** Finds the page of the authorization as apps do: from any page to the interface, whose index names it. */
  const authorizationPage = async (): Promise<string> => {
    const link = (await fetch(site.origin)).headers.get('link') ?? '';
    const [, root = ''] = /<([^>]+)>; rel="https:\/\/api\.w\.org\/"/.exec(link) ?? [];
    // biome-ignore lint/suspicious/noExplicitAny: the index as answered
    const index: any = await (await fetch(root)).json();
    return index.authentication['application-passwords'].endpoints.authorization;
  };

  /** Opens the page in a browser and signs in. */
  const openAndSignIn = async (success_url: string, reject_url: string): Promise<Page> => {
    const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
    await page.route('https://apps.example.com/**', (route) => route.fulfill({ body: 'The app opens.' }));
    const query = new URLSearchParams({ app_name: APP, app_id: randomUUID(), success_url, reject_url });
    await page.goto(`${await authorizationPage()}?${query}`);
    await page.locator('#login').fill('editor1');
    await page.locator('#password').fill('editor1-pass');
    await page.locator('main button').click();
    return page;
  };

  /** Presses a button, and returns the address at which the browser hands over to the app. */
  const handOver = async (page: Page, button: 'Approve' | 'Reject'): Promise<URL> => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const handed = new Promise<string>((resolve) => {
      session.on('Network.requestWillBeSent', ({ request: { url } }) => {
        if (!url.startsWith(site.origin)) resolve(url);
      });
    });
    await page.getByRole('button', { name: button }).click();
    const address = new URL(await handed);
    await page.context().close();
    return address;
  };

  /** Returns the user and the name of the password with which a request is made. */
  const accountOf = async (login: string | null, password: string | null) => {
    const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
    // biome-ignore lint/suspicious/noExplicitAny: records as answered
    const read = async (path: string): Promise<any> =>
      (await fetch(`${site.origin}/wp-json/wp/v2/users/me${path}`, { headers: { authorization } })).json();
    return [(await read('')).slug, (await read('/application-passwords/introspect')).name];
  };

  it.each(addresses)('gets one at its address with %s, and reads with it', async (_kind, success, reject) => {
    const page = await openAndSignIn(success, reject);
    expect(await page.locator('main').textContent()).toContain(new URL(success).host);
    const { href, searchParams } = await handOver(page, 'Approve');
    expect(href.startsWith(`${success}&site_url=`)).toBe(true);
    expect([searchParams.get('state'), searchParams.get('site_url')]).toEqual(['7', site.origin]);
    const account = await accountOf(searchParams.get('user_login'), searchParams.get('password'));
    expect(account).toEqual(['editor1', APP]);
  });

  it.each(addresses)('learns that the user has declined, at its address with %s', async (_kind, success, reject) => {
    expect((await handOver(await openAndSignIn(success, reject), 'Reject')).href).toBe(reject);
  });
});
