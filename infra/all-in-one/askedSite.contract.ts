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
