import { type AskedSite, applicationPassword, basic, ROLES, startAsked } from './askedSite.contract.ts';

const MEMBERS = /<tr><th scope="row">(\w+)<\/th><td[^>]*>(.*?)<\/td><td[^>]*>(.*?)<\/td>/g;

let s: AskedSite;
beforeAll(async () => {
  s = await startAsked();
});
afterAll(() => s.running.stop());

/** Asks the interface as a user. */
const rest = async (role: string, method: string, path: string, body?: object) => {
  const response = await fetch(`${s.origin}/en/json${path}`, {
    method,
    headers: { ...basic(role, applicationPassword(role)), 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
  const answered: any = await response.json();
  return { status: response.status, body: answered };
};

const begin = async (role: string) => {
  const { cookie } = await s.signIn(role);
  return { cookie, ...(await s.tokens(cookie)) };
};
const sessions = new Map<string, ReturnType<typeof begin>>();
/** The session of a user; signing in takes its time. */
const signedIn = (role: string) => {
  const session = sessions.get(role) ?? begin(role);
  sessions.set(role, session);
  return session;
};

describe('a page of the console', () => {
  it.each(['history', 'dead-letters', 'lag', 'health', 'rebuild', 'stream', 'webhooks', 'packages', 'popups'])(
    'is open to administrators, the popups to editors too: %s',
    async (name) => {
      const path = `/en/admin/${name}`;
      for (const role of ROLES) {
        const { cookie, token } = await signedIn(role);
        const may = role === 'administrator' || (role === 'editor' && name === 'popups');
        const shown = await s.as(cookie, path);
        expect([role, shown.status, shown.headers.get('content-type')]).toEqual([
          role,
          may ? 200 : 403,
          expect.stringMatching(/^text\/html/),
        ]);
        expect([role, shown.text.includes('class="console"')]).toEqual([role, role !== 'subscriber']);
        const acted = await s.as(cookie, path, { form: { token: may ? 'none' : token } });
        expect([role, acted.status]).toEqual([role, ['lag', 'health', 'stream'].includes(name) ? 404 : 403]);
      }
    },
  );

  it('is reached again after signing in, with its query', async () => {
    const { status, location } = await s.ask('/en/admin/history?kind=venue&id=7');
    const back = new URL(String(location));
    expect([status, back.pathname]).toEqual([302, '/en/admin/sign-in']);
    const { location: found } = await s.signIn('administrator', Object.fromEntries(back.searchParams));
    expect(found).toBe(`${s.origin}/en/admin/history?kind=venue&id=7`);
    expect(
      (await s.ask('/en/admin/history', { headers: basic('administrator', applicationPassword('administrator')) }))
        .status,
    ).toBe(302);
  });

  it.each([
    ['es-us', 'Historial'],
    ['fr-ca', 'Historique'],
  ])('speaks %s', async (language, title) => {
    const { cookie } = await signedIn('administrator');
    expect((await s.as(cookie, `/${language}/admin/history`)).text).toContain(`<h1>${title}</h1>`);
  });
});

describe('the history of a record', () => {
  const membersIn = (text: string) => [...text.matchAll(MEMBERS)].map(([, ...found]) => found);

  it('says who changed what, and restores a version after a question', async () => {
    const { body } = await rest('administrator', 'POST', '/cal/events/v1/venues', {
      venue: '<Hall> & Yard',
      city: 'York',
    });
    await rest('editor', 'PATCH', `/cal/events/v1/venues/${body.id}`, { city: 'Leeds' });
    const { cookie, token } = await signedIn('administrator');
    const address = `/en/admin/history?kind=venue&id=${body.id}`;
    const { text } = await s.as(cookie, address);
    expect(text).toMatch(/<h2>2\. VenueChanged<\/h2>\s*<p class="soft"><time[^>]*>[^<]+<\/time> · editor</);
    expect(membersIn(text)[0]).toEqual(['city', '<del>York</del>', '<ins>Leeds</ins>']);
    expect(text).not.toContain('<Hall>');
    expect(text).toContain('&amp;version=1"');

    const asked = await s.as(cookie, `${address}&version=1`);
    expect(membersIn(asked.text)).toEqual([['city', '<del>Leeds</del>', '<ins>York</ins>']]);
    const form = { kind: 'venue', id: String(body.id), version: '1' };
    expect((await s.as(cookie, '/en/admin/history', { form: { ...form, token: 'x' } })).status).toBe(403);
    const restored = await s.as(cookie, '/en/admin/history', { form: { ...form, token } });
    expect([restored.status, restored.text.includes('it is now at version 3')]).toEqual([200, true]);
    expect((await rest('administrator', 'GET', `/cal/events/v1/venues/${body.id}`)).body.city).toBe('York');
    expect(restored.text).toMatch(
      /<h2>3\. VenueChanged<\/h2>\s*<p class="soft"><time[^>]*>[^<]+<\/time> · administrator</,
    );
  });

  it.each([
    ['kind=venue&id=99999999', 404],
    ['kind=constructor&id=__proto__', 404],
    ['kind=..&id=lag', 200],
    ['kind=venue&id=%2F..%2Flag', 404],
    ['kind=venue&id=1&kind=post', 404],
    [`kind=venue&id=${'9'.repeat(300)}`, 200],
  ])('offers a choice of records if it is missing: %s', async (query, status) => {
    const { cookie } = await signedIn('administrator');
    const answer = await s.as(cookie, `/en/admin/history?${query}`);
    expect([answer.status, answer.text.includes('Show its history'), answer.text.includes('class="cards"')]).toEqual([
      status,
      true,
      false,
    ]);
  });

  it('restores no missing version', async () => {
    const { body } = await rest('administrator', 'POST', '/cal/events/v1/venues', { venue: 'Quay' });
    const { cookie, token } = await signedIn('administrator');
    const restore = (form: object) => s.as(cookie, '/en/admin/history', { form: { kind: 'venue', token, ...form } });
    expect((await restore({ id: String(body.id), version: '9' })).status).toBe(400);
    expect((await restore({ id: '99999999', version: '1' })).status).toBe(404);
    expect((await restore({})).status).toBe(400);
  });
});
