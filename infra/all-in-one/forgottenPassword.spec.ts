import { eventually } from '@almanac/testing';
import { type MailServer, startMailServer, textOf } from '@almanac/testing/mail-server';
import { type AskedSite, applicationPassword, basic, startAsked } from './askedSite.contract.ts';

const PAGE = '/en/admin/forgot-password';
const PASSWORD = 'seven herons at the harbour';
const PUBLIC_URL = 'https://riverside.test';

describe('a forgotten password', () => {
  let mail: MailServer;
  let s: AskedSite;
  beforeAll(async () => {
    mail = await startMailServer();
    s = await startAsked({ environment: { MAIL_URL: mail.url, PUBLIC_URL } });
  });
  beforeEach(() => {
    mail.received.length = 0;
  });
  afterAll(async () => {
    await s.running.stop();
    await mail.close();
  });

  const ask = (login: string, headers = {}) => s.ask(PAGE, { form: { login }, headers });
  const mailed = async (count: number) => {
    await eventually(async () => mail.received.length === count);
    return textOf(mail.received[count - 1]?.source ?? '');
  };

  it('is replaced by a link in a mail, on the site’s own address whatever host the request names', async () => {
    expect((await s.ask('/en/admin/sign-in')).text).toContain(`href="${s.origin}${PAGE}"`);
    await ask('Editor@example.test', { 'x-forwarded-host': 'evil.example' });
    const text = await mailed(1);
    expect(mail.received[0]?.to).toEqual(['editor@example.test']);
    const token = new RegExp(`${PUBLIC_URL}/en/admin/set-password\\?token=([\\w-]+)`).exec(text)?.[1] ?? '';
    const form = { token, password: PASSWORD, again: PASSWORD };
    expect((await s.ask('/en/admin/set-password', { form })).status).toBe(302);
    expect((await s.signIn('editor', { password: PASSWORD })).status).toBe(302);
  });

  it('gives the same answer for an unknown name, which gets no mail', async () => {
    const [unknown, known] = [await ask('nobody'), await ask('author')];
    expect([unknown.status, unknown.text]).toEqual([200, known.text]);
    await mailed(1);
    expect(mail.received[0]?.to).toEqual(['author@example.test']);
  });

  it('is mailed three times an hour', async () => {
    const statuses = [];
    for (let turn = 0; turn < 4; turn++) statuses.push((await ask('subscriber')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    await mailed(3);
    s.advance(60 * 60 * 1_000);
    expect((await ask('subscriber')).status).toBe(200);
  });

  it('is requested from no other site', async () => {
    expect((await ask('editor', { origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('a forgotten password on a site without mail', () => {
  it('is explained on the page, and replaced by a link from an administrator', async () => {
    const s = await startAsked();
    const page = await s.ask(PAGE);
    expect(page.text).toContain('This site cannot send mail.');
    expect(page.text).not.toContain('<form method="post"');
    const headers = basic('administrator', applicationPassword('administrator'));
    const made = await s.ask('/en/json/core/v2/users/2/password-link', { method: 'POST', headers });
    const { pathname, search } = new URL(JSON.parse(made.text).url);
    expect((await s.ask(pathname + search)).status).toBe(200);
    await s.running.stop();
  });
});
