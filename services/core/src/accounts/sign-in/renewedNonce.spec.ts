import { ORIGIN, type ServedPages, servePages } from '../../pages/servePages.contract.ts';

const PASSWORD = 'seven herons at the harbour';
const RENEWAL = '/admin/admin-ajax.php?action=rest-nonce';

describe('the renewal of a nonce', () => {
  let core: ServedPages;
  let headers: Record<string, string>;

  beforeAll(async () => {
    core = await servePages();
    const offered = { 'x-almanac-offers-passwords': '1' };
    await core.ask('administrator', 'POST', '/core/v2/users/1', { password: PASSWORD });
    const signedIn = await core.page('/admin/sign-in', {
      form: { login: 'administrator', password: PASSWORD },
      headers: offered,
    });
    headers = { ...offered, cookie: signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '' };
  });
  afterAll(() => core.stop());

  it('answers the nonce that the session’s pages have, as text that no cache stores', async () => {
    const { text: page } = await core.page('/admin', { headers });
    const { status, text, headers: answered } = await core.page(RENEWAL, { headers });
    expect([status, answered.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(answered.get('content-type')).toBe('text/plain; charset=UTF-8');
    expect(text).toMatch(/^[\w-]{8,}$/);
    expect(page).toContain(`<meta name="core-nonce" content="${text}">`);
  });

  it.each([
    ['a visitor', RENEWAL, { cookie: '' }],
    ['another action', '/admin/admin-ajax.php?action=heartbeat', {}],
    ['a page of another site', RENEWAL, { 'sec-fetch-site': 'cross-site', origin: 'https://other.test' }],
  ])('is refused for %s', async (_who, path, more: Record<string, string>) => {
    expect(await core.page(path, { headers: { ...headers, ...more } })).toMatchObject({ status: 400, text: '0' });
  });

  it('serves scripts of the site itself', async () => {
    const own = { 'sec-fetch-site': 'same-origin', origin: ORIGIN };
    expect((await core.page(RENEWAL, { headers: { ...headers, ...own } })).status).toBe(200);
  });
});
