import { serveMisc, type TestService } from '../../testing.contract.ts';

const PACKAGES = '/installer/v1/packages';

describe('the routes of packages', () => {
  let misc: TestService;
  let isNeeded: boolean;
  beforeEach(async () => {
    isNeeded = false;
    misc = await serveMisc({ neededPackages: new Map([['second-step', async () => isNeeded]]) });
  });
  afterEach(() => misc.stop());

  const ask = (path: string, method = 'GET', body?: object, headers = {}) =>
    misc.ask(`${PACKAGES}${path}`, { as: 'administrator', method, headers, ...(body && { body }) });
  const set = (slug: string, status: string, headers = {}) => ask(`/${slug}`, 'PATCH', { status }, headers);
  const stored = async () => (await misc.store.readLog(0)).length;

  it('list all of them, active, in their order', async () => {
    const { status, body } = await ask('');
    expect([status, body.map(({ slug }: { readonly slug: string }) => slug)]).toEqual([
      200,
      ['popups', 'second-step', 'social-feed', 'rendered-content', 'url-details', 'event-stream', 'webhooks'],
    ]);
    expect(body.every(({ version }: { readonly version: string }) => /^\d+\.\d+\.\d+$/.test(version))).toBe(true);
    expect(body[0]).toEqual({
      slug: 'popups',
      name: 'Popups',
      description: 'Content that opens on pages, with its conversions.',
      version: '1.0.0',
      namespaces: ['popup/v1'],
      status: 'active',
      entitled: true,
      reason: null,
    });
    expect((await ask('/popups')).body).toEqual(body[0]);
  });

  it('switch one off and on, whose routes are missing meanwhile, but not its data', async () => {
    const popup = { as: 'editor', method: 'POST', body: { title: 'Newsletter' } } as const;
    const { id } = (await misc.ask('/popup/v1/popups', popup)).body;
    expect((await set('popups', 'inactive')).body).toMatchObject({ status: 'inactive', reason: 'person' });
    for (const method of ['GET', 'OPTIONS', 'DELETE']) {
      const { status, body } = await misc.ask(`/popup/v1/popups/${id}`, { as: 'editor', method });
      expect([status, body.code]).toEqual([404, 'rest_no_route']);
    }
    expect((await misc.ask('/internal/routes')).body.namespaces['popup/v1']).toEqual({});
    expect((await set('popups', 'active')).body).toMatchObject({ status: 'active', reason: null });
    expect((await misc.ask(`/popup/v1/popups/${id}`, { as: 'editor' })).body.title).toBe('Newsletter');
  });

  it('answer at once what is active, even while another client is being answered', async () => {
    const before = Promise.all(Array.from({ length: 20 }, () => misc.misc.packages.isActive('popups')));
    await before;
    await set('popups', 'inactive');
    const after = await Promise.all(Array.from({ length: 20 }, () => misc.misc.packages.isActive('popups')));
    expect([await before, after].map((answers) => [...new Set(answers)])).toEqual([[true], [false]]);
    expect(await misc.misc.packages.isActive('webhooks')).toBe(true);
  });

  it('append nothing if the status is the same, or none is sent', async () => {
    await set('popups', 'inactive');
    const before = await stored();
    expect([(await set('popups', 'inactive')).status, (await ask('/popups', 'PUT', {})).body.status]).toEqual([
      200,
      'inactive',
    ]);
    expect(await stored()).toBe(before);
  });

  it.each([
    ['a status that is none', 'popups', 'gone', 400, 'rest_invalid_param'],
    ['a package that is none', 'toString', 'inactive', 404, 'installer_package_not_found'],
  ])('refuse %s', async (_what, slug, status, code, said) => {
    const { status: answered, body } = await set(slug, status);
    expect([answered, body.code, await stored()]).toEqual([code, said, 0]);
  });

  it('leave the second step on while the site needs it', async () => {
    isNeeded = true;
    expect((await set('second-step', 'inactive')).body).toMatchObject({
      code: 'installer_package_needed',
      data: { status: 409 },
    });
    isNeeded = false;
    expect((await set('second-step', 'inactive')).status).toBe(200);
  });

  it('compare the named version', async () => {
    const etag = (await ask('/popups')).headers.get('etag') ?? '';
    const headers = { 'if-match': etag };
    expect([
      (await set('popups', 'inactive', headers)).status,
      (await set('popups', 'active', headers)).status,
    ]).toEqual([200, 412]);
  });

  it('show packages as plugins too, with their status', async () => {
    await set('webhooks', 'inactive');
    const plugins = (query: string) => misc.ask(`/core/v2/plugins${query}`, { as: 'administrator' });
    expect((await plugins('?status=inactive')).body).toMatchObject([
      { plugin: 'webhooks/webhooks', status: 'inactive' },
    ]);
    expect((await plugins('?search=POPUPS')).body).toMatchObject([{ plugin: 'popups/popups', status: 'active' }]);
    expect((await plugins('/popups/popups')).body).toMatchObject({ name: 'Popups', version: '1.0.0' });
    const install = (slug: string) =>
      misc.ask('/core/v2/plugins', { as: 'administrator', method: 'POST', body: { slug } });
    expect((await install('popups')).body.plugin).toBe('popups/popups');
    expect((await install('other')).body.code).toBe('plugins_api_failed');
  });

  it('are switched as plugins too, by the same rules', async () => {
    const plugin = (path: string, method: string, body?: object) =>
      misc.ask(`/core/v2/plugins/${path}`, { as: 'administrator', method, ...(body && { body }) });
    const change = async (path: string, status: string, method = 'POST') => {
      const answer = await plugin(path, method, { status });
      return [answer.status, answer.body.code ?? answer.body.status];
    };
    expect(await change('popups/popups', 'inactive')).toEqual([200, 'inactive']);
    expect((await ask('/popups')).body).toMatchObject({ status: 'inactive', reason: 'person' });
    expect((await misc.ask('/popup/v1/popups', { as: 'editor' })).status).toBe(404);
    expect((await plugin('popups/popups', 'PUT')).body).toMatchObject({ plugin: 'popups/popups', status: 'inactive' });
    expect(await change('popups/popups', 'active', 'PUT')).toEqual([200, 'active']);
    expect(await change('popups/popups', 'gone')).toEqual([400, 'rest_invalid_param']);
    expect(await change('popups/other', 'inactive')).toEqual([404, 'rest_plugin_not_found']);
    isNeeded = true;
    expect(await change('second-step/second-step', 'inactive')).toEqual([409, 'installer_package_needed']);
    expect((await plugin('popups/popups', 'GET')).body.status).toBe('active');
  });
});
