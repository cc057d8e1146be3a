import { type AskedBrowser, type AskedSite, startAsked } from './askedSite.contract.ts';

let s: AskedSite;
let admin: AskedBrowser;
beforeAll(async () => {
  s = await startAsked();
  admin = await s.browser('administrator');
});
afterAll(() => s.running.stop());

const show = (path: string) => admin.show(path);
const send = (path: string, form: Readonly<Record<string, string>>) => admin.send(path, form);
const rest = async (method: string, path: string, body?: object) => {
  const headers = { cookie: admin.cookie, 'x-core-nonce': admin.nonce, 'content-type': 'application/json' };
  const response = await fetch(`${s.origin}/en/json${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
  const answered: any = response.status === 204 ? undefined : await response.json();
  return { status: response.status, body: answered };
};

describe('the event feed of the console', () => {
  const typesIn = (text: string) => [...text.matchAll(/<h2>([\w.-]+)<\/h2>/g)].map(([, type]) => type);
  const until = async (path: string, type: string): Promise<string> => {
    for (;;) {
      const { text } = await show(path);
      if (typesIn(text).includes(type)) return text;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it('shows each event with its data, the newest first, by type and by pages', async () => {
    for (let n = 0; n < 25; n++) await rest('POST', '/core/v2/tags', { name: `Tag & ${n}` });
    await rest('POST', '/core/v2/categories', { name: 'Last' });
    const text = await until('stream', 'core.category-changed.v1');
    expect(typesIn(text)[0]).toBe('core.category-changed.v1');
    expect(text).toMatch(/&quot;name&quot;: &quot;Tag &amp;[\w&;]* 24&quot;/);
    const tags = await show('stream?type=core.tag-changed.v1');
    expect([...new Set(typesIn(tags.text))]).toEqual(['core.tag-changed.v1']);
    const older = /href="([^"]+after=[^"]+)">Older/.exec(tags.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const next = await s.as(admin.cookie, new URL(older).pathname + new URL(older).search);
    expect([typesIn(tags.text).length, typesIn(next.text).length]).toEqual([20, 5]);
  });

  it.each(['type=constructor', 'after=none'])('is refused with a reason: %s', async (query) => {
    const { status, text } = await show(`stream?${query}`);
    expect([status, text.includes('role="alert"')]).toEqual([400, true]);
  });

  it.each([
    ['stream', 'live'],
    ['events?action=new', 'format'],
  ])('runs one script of the site, and no other: %s', async (view, name) => {
    const { headers, text } = await show(view);
    const [, address = '', integrity] = /src="([^"]+)" integrity="([^"]+)"/.exec(text) ?? [];
    expect(headers.get('content-security-policy')).toContain(`script-src ${address}; connect-src 'self'`);
    expect(text.match(/<script[^>]* src=/g)).toHaveLength(1);
    expect(new URL(address).pathname.replace(/-[0-9a-f]{16}/, '')).toBe(`/admin/${name}.js`);
    const script = await s.ask(new URL(address).pathname);
    expect([script.status, script.headers.get('content-type'), integrity?.startsWith('sha256-')]).toEqual([
      200,
      'text/javascript; charset=UTF-8',
      true,
    ]);
    expect((await show('history')).headers.get('content-security-policy')).not.toContain('script-src');
    expect((await s.ask(`/admin/${name}-0.js`)).status).toBe(404);
  });
});

describe('the packages page', () => {
  it('switches packages off and on', async () => {
    const off = await send('packages', { slug: 'social-feed', status: 'inactive' });
    expect([off.status, off.text.includes('Social feed is switched off.')]).toEqual([200, true]);
    expect((await rest('GET', '/installer/v1/packages/social-feed')).body.status).toBe('inactive');
    expect((await show('packages')).text).toContain('aria-label="Switch on: Social feed"');
    expect((await send('packages', { slug: 'social-feed', status: 'active' })).text).toContain('is switched on.');
  });

  it.each([
    [{ slug: 'constructor', status: 'active' }, 404],
    [{ slug: '..', status: 'active' }, 400],
    [{ slug: 'popups', status: 'gone' }, 400],
    [{}, 400],
  ])('changes nothing after %j', async (form, status) => {
    expect((await send('packages', form as Record<string, string>)).status).toBe(status);
  });
});

describe('the popups page', () => {
  it('says that no popup exists', async () => {
    expect((await show('popups')).text).toContain('There are no popups.');
  });

  it('shows the figures of popups, and resets them after a question', async () => {
    await rest('POST', '/popup/v1/popups', { title: 'Unseen' });
    const { body } = await rest('POST', '/popup/v1/popups', { title: 'Letter & more', status: 'publish' });
    const visitor = { 'user-agent': 'Mozilla/5.0', 'x-forwarded-for': '203.0.113.9' };
    const opened = await fetch(`${s.origin}/en/json/popup/v1/analytics?event=open&pid=${body.id}`, {
      headers: visitor,
    });
    expect(opened.status).toBe(204);
    const { text } = await show('popups');
    expect(text).toMatch(/>Letter &amp; more<\/a><\/th><td>published<\/td><td>1<\/td><td>0<\/td><td>0 %<\/td>/);
    expect(text).toMatch(/>Unseen<\/a><\/th><td>draft<\/td><td>0<\/td><td>0<\/td><td>–<\/td><td>never<\/td>/);
    expect((await show(`popups?id=${body.id}`)).text).toContain('<th scope="row">2026-07-01</th><td>1</td><td>0</td>');
    expect((await show(`popups?id=${body.id}&action=reset`)).text).toContain('cannot be brought back');
    const reset = await send('popups', { id: String(body.id), action: 'reset' });
    expect([reset.status, reset.text.includes('counted from 0 again')]).toEqual([200, true]);
    expect((await rest('GET', `/popup/v1/popups/${body.id}/stats`)).body.opens).toBe(0);
    expect((await show('popups?id=99999999')).status).toBe(404);
    expect((await send('popups', { id: '99999999', action: 'reset' })).status).toBe(404);
    expect((await send('popups', { id: String(body.id) })).status).toBe(400);
  });
});
