import { join } from 'node:path';
import { ensureConsole, repository } from '@almanac/infra/console-build';
import { type RunningSite, startSite } from '@almanac/infra/site';
import { readSite, silentLog } from '@almanac/service';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launch, newPage } from '../browser/browser.ts';

/** The folder of the console. */
export const folder = join(repository, 'services/console');

const user = (login: string, role: string) => ({
  login,
  role,
  email: `${login}@example.test`,
  password: `${login}-pass`,
});

/** A site with the console, an administrator `ada` and an editor `max`, and a browser. */
export class ConsoleSite {
  readonly #browser: Browser;
  #site: RunningSite;
  readonly #data: string;

  private constructor(site: RunningSite, browser: Browser, data: string) {
    this.#site = site;
    this.#browser = browser;
    this.#data = data;
  }

  /** @param data the folder of the site; by default its data is lost with it */
  static async start(data = ':memory:'): Promise<ConsoleSite> {
    expect(await ensureConsole()).toBe(true);
    return new ConsoleSite(await ConsoleSite.#startSite(data, 0), await launch(), data);
  }

  static #startSite(data: string, port: number): Promise<RunningSite> {
    return startSite({
      port,
      host: '127.0.0.1',
      data,
      site: readSite({ name: 'Riverside', users: [user('ada', 'administrator'), user('max', 'editor')] }),
      // receivers of webhooks, and feeds
      environment: { PRIVATE_TARGETS: '127.0.0.1' },
      console: folder,
      log: silentLog,
    });
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.#site.stop();
  }

  /** Stops the site; `again` starts it at its former port. */
  async interrupt(): Promise<{ readonly again: () => Promise<void> }> {
    const { port } = this.#site;
    await this.#site.stop();
    return {
      again: async () => {
        this.#site = await ConsoleSite.#startSite(this.#data, port);
      },
    };
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#site.port}`;
  }

  address(path: string): string {
    return `${this.origin}/en/admin/${path}`;
  }

  /** Opens a page in a context of its own. */
  async newPage(options: BrowserContextOptions = {}): Promise<Page> {
    return (await newPage(this.#browser, options)).page;
  }

  /** Signs a user in, in a context of its own. */
  async signedIn(login: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.newPage(options);
    await page.goto(this.address('sign-in'));
    await signIn(page, login);
    return page;
  }

  /** Opens a screen and waits until it has content. */
  async open(page: Page, path: string): Promise<void> {
    await page.goto(this.address(path));
    await untilShown(page);
  }

  /** Sends a request to the interface; without credentials as a visitor. */
  async ask<Body = Record<string, unknown>>(
    path: string,
    { method = 'GET', body, as }: AskOptions = {},
  ): Promise<Body> {
    const answer = await fetch(`${this.origin}/en/json${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(as && { authorization: `Basic ${Buffer.from(`${as.login}:${as.password}`).toString('base64')}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect([path, answer.status]).toEqual([path, method === 'POST' ? 201 : 200]);
    return (await answer.json()) as Body;
  }
}

interface AskOptions {
  readonly method?: string;
  readonly body?: object;
  /** A user with an application password. */
  readonly as?: { readonly login: string; readonly password: string };
}

/** Fills in the form of the sign-in page. */
export const signIn = async (page: Page, login: string): Promise<void> => {
  await page.locator('#login').fill(login);
  await page.locator('#password').fill(`${login}-pass`);
  await page.locator('#password').press('Enter');
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
};

/** Waits until a screen has content. */
export const untilShown = async (page: Page): Promise<void> => {
  await page.locator('#main-content :is(button, table, p, label):visible').first().waitFor();
  await page.locator('#main-content [role=progressbar]').first().waitFor({ state: 'detached' });
};

/** Returns the id in the address of a form. */
export const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** Saves a form and waits until it is saved. */
export const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
};
