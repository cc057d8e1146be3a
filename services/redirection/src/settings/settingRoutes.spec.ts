import { ORIGIN, serveRedirection, type TestService } from '../testing.contract.ts';

describe('the routes of settings', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection();
  });
  afterEach(() => served.stop());

  const change = async (body: object) => {
    const answer = await served.ask('POST', '/setting', { body });
    expect(answer.status).toBe(200);
    return answer.body.settings;
  };

  it('return the settings with their options', async () => {
    const { status, headers, body } = await served.ask('GET', '/setting', { language: 'fr-ca' });
    expect([status, headers.get('allow')]).toEqual([200, 'GET, POST, PUT, PATCH']);
    expect(body).toMatchObject({
      installed: ORIGIN,
      canDelete: true,
      groups: [{ label: 'Core', value: [{ value: 1 }, { value: 2 }] }],
      settings: { monitor_post: 0, token: expect.stringMatching(/^[0-9a-f]{32}$/), database: '4.2', modules: {} },
    });
    expect(Object.keys(body.post_types)).toEqual(['post', 'page', 'cal_events', 'cal_venue', 'cal_organizer', 'trash']);
    expect(body.post_types.post).not.toBe('Posts');
  });

  it('change the named settings, with every method, and keep the rest', async () => {
    for (const [index, method] of ['POST', 'PUT', 'PATCH'].entries()) {
      const { body } = await served.ask(method, '/setting', { body: { auto_target: `/made-${index}` } });
      expect(body.settings.auto_target).toBe(`/made-${index}`);
    }
    expect(await change({ ip_logging: 2 })).toMatchObject({ auto_target: '/made-2', ip_logging: 2 });
    const before = await served.store.last();
    await change({ ip_logging: 2, unknown: 1, support: null });
    expect(await served.store.last()).toBe(before);
  });

  it.each([
    [
      { https: 'false', support: '1', track_hits: 0 },
      { https: false, support: true, track_hits: false },
    ],
    [
      { expire_redirect: 999, expire_404: -9 },
      { expire_redirect: 60, expire_404: -1 },
    ],
    [{ redirect_cache: 5 }, { redirect_cache: 1 }],
    [{ redirect_cache: '168' }, { redirect_cache: 168 }],
    [{ ip_proxy: ['2001:DB8::0:1', 'cat'] }, { ip_proxy: ['2001:db8::1'] }],
    [{ ip_headers: ['REMOTE_ADDR', 'HTTP_CAT'] }, { ip_headers: ['REMOTE_ADDR'] }],
    [{ aliases: ['https://old.example:8443/path', 'old.example', ''] }, { aliases: ['old.example'] }],
    [{ preferred_domain: 'cat' }, { preferred_domain: '' }],
    [
      { flag_query: 'pass', flag_case: 'cat' },
      { flag_query: 'pass', flag_case: true },
    ],
    [
      { monitor_types: ['post', 'cat'], monitor_post: 99 },
      { monitor_types: ['post'], monitor_post: 1 },
    ],
    [{ monitor_post: 2 }, { monitor_post: 0, monitor_types: [] }],
    [
      { relocate: 'new.example', https: true, aliases: ['a.example'] },
      { relocate: 'http://new.example', https: false, aliases: [], preferred_domain: '' },
    ],
    [
      { headers: [{ type: 'x', headerName: 'x kind', headerValue: 'a\r\nSet-Cookie: b' }, { type: 'x' }, 5] },
      { headers: [{ headerName: 'X-Kind', headerValue: 'a Set-Cookie: b', location: 'site', type: 'x' }] },
    ],
    [
      {
        headers: [
          {
            type: 'x',
            headerName: 'X-Kind',
            headerSettings: {
              plain: 'a',
              age: { label: 'Age', value: 7 },
              subDomains: { label: 'Sub-domains', value: true },
              kind: { choices: [{ label: 'One', value: '1', other: 2 }, 5] },
              other: { deep: {} },
            },
          },
        ],
      },
      {
        headers: [
          {
            headerSettings: {
              plain: 'a',
              age: 7,
              subDomains: true,
              kind: [
                { label: 'One', value: '1' },
                { label: null, value: null },
              ],
              other: null,
            },
          },
        ],
      },
    ],
    [
      { database: '9', modules: { 2: {} } },
      { database: '4.2', modules: {} },
    ],
    [{ location: '/srv/site' }, { modules: { 2: { location: '/srv/site/.htaccess' } } }],
    [
      { track_hits: { toString: 1 }, monitor_post: { valueOf: 1, toString: 1 } },
      { track_hits: true, monitor_post: 0 },
    ],
  ])('read %j as %j', async (sent, kept) => {
    expect(await change(sent)).toMatchObject(kept);
  });

  it('keep the token out of the log, and generate one for an empty one', async () => {
    expect((await change({ token: 'a secret of the site' })).token).toBe('a secret of the site');
    expect(JSON.stringify(await served.store.readLog(0))).not.toContain('a secret of the site');
    const [one, other] = [(await change({ token: '' })).token, (await change({ token: ' ' })).token];
    expect([one.length, one === other]).toEqual([32, false]);
  });

  it('keep both of two concurrent changes', async () => {
    await Promise.all([change({ ip_logging: 2 }), change({ support: true }), change({ auto_target: '/x' })]);
    expect((await served.ask('GET', '/setting')).body.settings).toMatchObject({
      ip_logging: 2,
      support: true,
      auto_target: '/x',
    });
  });
});
