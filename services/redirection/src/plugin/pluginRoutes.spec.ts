import { groupDecider } from '../groups/group.ts';
import { optionsDecider, SITE } from '../options/options.ts';
import { ORIGIN, sentRule, serveRedirection, type TestService } from '../testing.contract.ts';

const context = { principal: 'user:1', language: 'en', correlation: 'spec', causation: 'spec' } as const;

describe('the maintenance routes', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection();
  });
  afterEach(() => served.stop());

  type Finding = { readonly id: string; readonly status: string };
  const problems = (body: { readonly status: readonly Finding[] }) =>
    body.status.filter(({ status }) => status === 'problem').map(({ id }) => id);
  const status = async (method = 'GET') => (await served.ask(method, '/plugin')).body;

  it('find nothing on a new site, and show which headers name the caller', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1', 'cf-connecting-ip': '192.0.2.7' };
    const { body } = await served.ask('GET', '/plugin', { headers });
    expect(body.status.map(({ id }: Finding) => id)).toEqual([
      'db',
      'groups',
      'redirect_groups',
      'monitor',
      'redirect_url',
    ]);
    expect(problems(body)).toEqual([]);
    expect(Object.keys(body.status[0])).toEqual(['id', 'name', 'message', 'status']);
    expect(body.debug).toMatchObject({
      database: { current: '4.2', latest: '4.2' },
      ip_header: { REMOTE_ADDR: '192.0.2.1', HTTP_CF_CONNECTING_IP: '192.0.2.7', HTTP_X_FORWARDED_FOR: false },
    });
    expect(Object.keys(body.debug.ip_header)).toHaveLength(9);
  });

  it('describe faults in the language of the caller', async () => {
    await served.ask('POST', '/bulk/group/delete', { body: { items: [1, 2] } });
    const { body } = await served.ask('GET', '/plugin', { language: 'fr-ca' });
    expect(problems(body)).toEqual(['groups']);
    expect(body.status[1].message).not.toMatch(/There are no valid groups/);
  });

  it('create a group if there is none, so that redirects can be created again', async () => {
    await served.ask('POST', '/bulk/group/delete', { body: { items: [1, 2] } });
    expect((await served.ask('POST', '/redirect', { body: sentRule })).status).toBe(400);
    expect(problems(await status('POST'))).toEqual([]);
    const [group] = (await served.ask('GET', '/group')).body.items;
    expect(group.name).toBe('new group');
    const made = await served.ask('POST', '/redirect', { body: { ...sentRule, group_id: group.id } });
    expect(made.status).toBe(200);
  });

  it('move redirects and the monitor from a missing group into the first one', async () => {
    expect((await served.ask('POST', '/group', { body: { name: 'Later', moduleId: 1 } })).status).toBe(200);
    await served.ask('POST', '/redirect', { body: { ...sentRule, group_id: 2 } });
    await served.ask('POST', '/setting', { body: { monitor_types: ['post'], monitor_post: 2 } });
    await served.redirection.commands.run(context, (unit) =>
      unit.decide(groupDecider, 2, { type: 'DeleteGroup' }, undefined),
    );
    expect(problems(await status())).toEqual(['redirect_groups', 'monitor']);
    expect(problems(await status('PUT'))).toEqual([]);
    expect((await served.ask('GET', '/redirect')).body.items).toMatchObject([{ group_id: 1 }]);
    expect((await served.ask('GET', '/setting')).body.settings.monitor_post).toBe(1);
    const before = await served.store.last();
    await status('PATCH');
    expect(await served.store.last()).toBe(before);
  });

  it('report patterns from the two hundred and first on', async () => {
    const patterns = (from: number, count: number) => ({
      ...sentRule,
      url: Array.from({ length: count }, (_, n) => `^/p${from + n}$`),
      match_data: { source: { flag_regex: true } },
    });
    await served.ask('POST', '/redirect', { body: patterns(0, 200) });
    expect(problems(await status())).toEqual([]);
    await served.ask('POST', '/redirect', { body: patterns(200, 1) });
    expect(problems(await status())).toEqual(['regex']);
  });

  it('answer a test of every method, and report that no upgrade is due', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status: code, body } = await served.ask(method, '/plugin/test');
      expect([method, code, body]).toEqual([method, 200, { success: true }]);
    }
    const { body } = await served.ask('POST', '/plugin/data', { body: { upgrade: 'retry' } });
    expect(body).toMatchObject({ status: 'ok', inProgress: false, result: 'ok', complete: 100, current: '4.2' });
    expect((await served.ask('POST', '/plugin/data', { body: { upgrade: 'cat' } })).body.code).toBe(
      'rest_invalid_param',
    );
    expect((await served.ask('GET', '/plugin/data')).status).toBe(404);
  });

  it('delete everything and restore the state of a new site', async () => {
    await served.ask('POST', '/redirect', { body: { ...sentRule, hits: 3 } });
    await served.ask('POST', '/group', { body: { name: 'Campaigns', moduleId: 1 } });
    await served.ask('POST', '/setting', { body: { support: true } });
    const { token } = (await served.ask('POST', '/setting', { body: { token: 'known to many' } })).body.settings;
    const { status: code, body } = await served.ask('POST', '/plugin/delete');
    expect([code, body]).toEqual([200, { location: `${ORIGIN}/admin/` }]);
    expect((await served.ask('GET', '/redirect')).body).toEqual({ items: [], total: 0 });
    expect((await served.ask('GET', '/group?orderby=id&direction=asc')).body.items).toMatchObject([
      { id: 1 },
      { id: 2 },
    ]);
    const { settings } = (await served.ask('GET', '/setting')).body;
    expect([token, settings.token, settings.support]).toEqual([
      'known to many',
      expect.stringMatching(/^[0-9a-f]{32}$/),
      false,
    ]);
    const { result } = await served.redirection.commands.run(context, (unit) => unit.load(optionsDecider, SITE));
    expect(result.options.last_group_id).toBe(0);
  });
});
