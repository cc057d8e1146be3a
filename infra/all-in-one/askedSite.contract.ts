import { readSite } from '@almanac/service';
import type { RunningSite, SiteOptions } from './compose.ts';
import { startSiteUnderTest } from './siteUnderTest.contract.ts';

/**
 * The roles of the site's users. Each user is named after the role and has an account password (`<role>-pass`) and an
 * application password.
 */
export const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
const site = readSite({
  name: 'Riverside',
  users: ROLES.map((role) => ({
    login: role,
    role,
    email: `${role}@example.test`,
    password: `${role}-pass`,
    application_passwords: [{ name: 'spec', password: `${role}spec0000000000001` }],
  })),
});

interface TestRequest {
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** Starts a site with a clock under the spec's control. Requests are like a browser's, but follow no redirects. */
export const startAsked = async (more: Partial<SiteOptions> = {}) => {
  let time = Date.parse('2026-07-01T12:00:00Z');
  const running: RunningSite = await startSiteUnderTest(site, { now: () => new Date(time), ...more });
  const origin = `http://127.0.0.1:${running.port}`;
  const ask = async (path: string, { form, headers = {}, method = form ? 'POST' : 'GET' }: TestRequest = {}) => {
    const body = form === undefined ? null : new URLSearchParams(form);
    const response = await fetch(origin + path, { method, redirect: 'manual', headers, body });
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('location'),
      cookie: response.headers.get('set-cookie')?.split(';')[0],
      text: await response.text(),
    };
  };
  const signIn = async (role: string, form: TestRequest['form'] = {}, headers: TestRequest['headers'] = {}) => {
    const sent = { login: role, password: `${role}-pass`, ...form };
    const answer = await ask('/en/admin/sign-in', { form: sent, headers });
    return { ...answer, cookie: answer.cookie ?? '' };
  };
  const as = (cookie: string, path: string, asked: TestRequest = {}) =>
    ask(path, { ...asked, headers: { cookie, ...asked.headers } });
  const tokens = async (cookie: string) => {
    const { text } = await as(cookie, '/en/admin/');
    return {
      token: /name="token" value="([^"]+)/.exec(text)?.[1] ?? '',
      nonce: /name="core-nonce" content="([^"]+)/.exec(text)?.[1] ?? '',
    };
  };
  /** Returns a browser with a signed-in user, for pages of the administration and forms with their token. */
  const browser = async (role: string) => {
    const { cookie } = await signIn(role);
    const { token, nonce } = await tokens(cookie);
    const address = (path: string, language: string) => `/${language}/admin/${path}`;
    return {
      cookie,
      nonce,
      show: (path: string, language = 'en') => as(cookie, address(path, language)),
      send: (path: string, form: Readonly<Record<string, string>>, language = 'en') =>
        as(cookie, address(path, language), { form: { token, ...form } }),
    };
  };
  const advance = (milliseconds: number): void => {
    time += milliseconds;
  };
  return { running, origin, ask, as, signIn, tokens, browser, advance };
};

/** Returns the application password of a user of the site. */
export const applicationPassword = (role: string): string => `${role}spec0000000000001`;

export const basic = (login: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
});

export type AskedSite = Awaited<ReturnType<typeof startAsked>>;
export type AskedBrowser = Awaited<ReturnType<AskedSite['browser']>>;

/** Starts the same site with a signed-in browser for each of these roles. */
export const startWithPeople = async (...roles: (typeof ROLES)[number][]) => {
  const site = await startAsked();
  const browsers = new Map(
    await Promise.all(roles.map(async (role) => [role as string, await site.browser(role)] as const)),
  );
  /** Sends a REST request as one of the users. */
  const rest = async (role: string, method: string, path: string, body?: object, language = 'en') => {
    const headers = { ...basic(role, applicationPassword(role)), 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${site.origin}/${language}/json${path}`, init);
    // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
    return { status: response.status, body: (await response.json()) as any };
  };
  return { ...site, rest, person: (role: string) => browsers.get(role) as AskedBrowser };
};

export type SiteWithPeople = Awaited<ReturnType<typeof startWithPeople>>;

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Returns the fields of the form on a page, as a browser would send them. */
export const formIn = (text: string): Record<string, string> => {
  const form = /<form class="write"[\s\S]*?<\/form>/.exec(text)?.[0] ?? '';
  const found: Record<string, string> = {};
  for (const [, attributes = ''] of form.matchAll(/<input ([^>]*)>/g)) {
    const of = (name: string): string | undefined => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1];
    if (of('type') === 'checkbox' && !/ checked/.test(attributes)) continue;
    const name = of('name');
    if (name !== undefined && name !== 'token') found[name] = unescaped(of('value') ?? '');
  }
  for (const [, name = '', content = ''] of form.matchAll(/<textarea [^>]*name="(\w+)"[^>]*>\n([\s\S]*?)<\/textarea>/g))
    found[name] = unescaped(content);
  for (const [, name = '', options = ''] of form.matchAll(/<select [^>]*name="(\w+)"[^>]*>([\s\S]*?)<\/select>/g))
    found[name] = unescaped((/value="([^"]*)" selected/.exec(options) ?? /value="([^"]*)"/.exec(options))?.[1] ?? '');
  return found;
};
