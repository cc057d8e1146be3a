import { sentRule, serveRedirection, type TestService } from '../testing.contract.ts';
import { storedName } from './groupRoutes.ts';

describe('the routes of groups', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection();
  });
  afterEach(() => served.stop());

  const create = (name: string, moduleId = 1) => served.ask('POST', '/group', { body: { name, moduleId } });
  const names = async (query = '') =>
    (await served.ask('GET', `/group${query}`)).body.items.map(({ name }: { name: string }) => name);
  const idOf = async (name: string): Promise<number> =>
    (await served.ask('GET', `/group?filterBy[name]=${name}`)).body.items[0].id;

  it('show the two groups of a new site, in descending order of their names', async () => {
    const { status, headers, body } = await served.ask('GET', '/group');
    expect([status, headers.get('allow')]).toEqual([200, 'GET, POST, PUT, PATCH']);
    const common = { redirects: 0, module_id: 1, moduleName: 'Core', enabled: true };
    expect(body).toEqual({
      items: [
        { id: 1, name: 'Redirections', ...common, default: true },
        { id: 2, name: 'Modified Posts', ...common },
      ],
      total: 2,
    });
  });

  it('create a group and answer the list in the requested order', async () => {
    const { status, body } = await served.ask('POST', '/group?orderby=id&direction=desc', {
      body: { name: ' <b>Server</b> rules ', moduleId: 2, status: 'disabled' },
    });
    expect([status, body.total]).toEqual([200, 3]);
    expect(body.items[0]).toMatchObject({ name: 'Server rules', module_id: 2, moduleName: 'Apache', enabled: true });
    expect(await names('?filterBy[module]=2')).toEqual(['Server rules']);
  });

  it.each([
    ['without a name', { moduleId: 1 }, 'rest_missing_callback_param'],
    ['of a module that is none', { name: 'x', moduleId: 5 }, 'rest_invalid_param'],
    ['of module 0', { name: 'x', moduleId: 0 }, 'redirect_group_invalid'],
    ['whose name is markup alone', { name: '<i></i>', moduleId: 1 }, 'redirect_group_invalid'],
  ])('refuse a group %s', async (_what, body, code) => {
    const answer = await served.ask('POST', '/group', { body });
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect(await names()).toHaveLength(2);
  });

  it('are ordered by name regardless of case and accents', async () => {
    for (const name of ['zebra', 'Apple', 'élan', 'Zoo']) await create(name);
    const ordered = ['Apple', 'élan', 'Modified Posts', 'Redirections', 'zebra', 'Zoo'];
    expect(await names('?direction=asc')).toEqual(ordered);
    expect(await names()).toEqual(ordered.toReversed());
  });

  it('cut a name at fifty bytes, between letters', async () => {
    await create('é'.repeat(40));
    expect((await names('?orderby=id'))[0]).toBe('é'.repeat(25));
    // An imported name has any length.
    expect(storedName('é'.repeat(1_000_000))).toBe('é'.repeat(25));
  });

  it('change name and module, and keep the module for module 0', async () => {
    const changed = await served.ask('PATCH', '/group/2', { body: { name: 'Moved', moduleId: 3 } });
    expect(changed.body.item).toEqual({
      id: 2,
      name: 'Moved',
      redirects: 0,
      module_id: 3,
      moduleName: 'Nginx',
      enabled: true,
    });
    expect((await served.ask('PUT', '/group/2', { body: { name: 'Gone', moduleId: 0 } })).body.item).toMatchObject({
      name: 'Gone',
      module_id: 3,
    });
    const empty = await served.ask('POST', '/group/2', { body: { name: '', moduleId: 1 } });
    expect([empty.status, empty.body.code]).toEqual([400, 'redirect_group_invalid']);
    const unknown = await served.ask('POST', '/group/999', { body: { name: 'x', moduleId: 1 } });
    expect([unknown.status, unknown.body.code]).toEqual([400, 'redirect_group_invalid']);
  });

  it('disable a group and with it its redirects, whose own status stays', async () => {
    await served.ask('POST', '/redirect', { body: sentRule });
    await served.ask('POST', '/redirect', { body: { ...sentRule, url: '/off', enabled: false } });
    const shown = async () =>
      (await served.ask('GET', '/redirect')).body.items.map(({ enabled }: { enabled: boolean }) => enabled);
    const { body } = await served.ask('POST', '/bulk/group/disable?filterBy[status]=disabled', {
      body: { items: [1] },
    });
    expect(body).toMatchObject({ items: [{ id: 1, enabled: false, redirects: 2 }], total: 1 });
    expect(await shown()).toEqual([false, false]);
    expect((await served.ask('GET', '/redirect?filterBy[status]=enabled')).body.total).toBe(0);
    await served.ask('POST', '/bulk/group/enable', { body: { items: '1' } });
    expect(await shown()).toEqual([false, true]);
  });

  it('delete a group with its redirects, and skip unknown ids', async () => {
    const id = await create('Campaigns').then(() => idOf('Campaigns'));
    await served.ask('POST', '/redirect', { body: { ...sentRule, group_id: id } });
    await served.ask('POST', '/redirect', { body: sentRule });
    const { body } = await served.ask('POST', '/bulk/group/delete', { body: { items: [id, 999, 'x'] } });
    expect(body.total).toBe(2);
    expect((await served.ask('GET', '/redirect')).body).toMatchObject({ total: 1, items: [{ group_id: 1 }] });
  });

  it('act on all filtered groups only on request', async () => {
    await create('Server', 2);
    await served.ask('POST', '/bulk/group/delete', { body: { items: [], global: true } });
    expect(await names()).toHaveLength(3);
    const { body } = await served.ask('POST', '/bulk/group/delete', {
      body: { global: true, filterBy: { module: '2' } },
    });
    expect(body.total).toBe(0);
    expect(await names()).toEqual(['Redirections', 'Modified Posts']);
    const refused = await served.ask('POST', '/bulk/group/delete', {
      body: { global: true, filterBy: { module: 'cats' } },
    });
    expect([refused.status, refused.body.code]).toEqual([400, 'rest_invalid_param']);
    expect(await names()).toHaveLength(2);
  });

  it('page, order and filter the list, and report invalid arguments', async () => {
    for (let n = 1; n <= 30; n++) await create(`test${n}`);
    const page = await names('?page=2&per_page=10&filterBy[name]=test');
    expect([page.length, page[0]]).toEqual([10, 'test18']);
    expect(await names('?orderby=name&direction=asc&per_page=5&page=9')).toEqual([]);
    for (const query of [
      'orderby=cats',
      'direction=up',
      'direction=ASC',
      'per_page=4',
      'per_page=201',
      'per_page=cats',
      'page=cats',
      'page=-1',
      'filterBy=cats',
      'filterBy[colour]=red',
      'filterBy[name][a]=x',
    ]) {
      const { status, body } = await served.ask('GET', `/group?${query}`);
      expect([query, status, body.code]).toEqual([query, 400, 'rest_invalid_param']);
    }
    expect((await served.ask('GET', '/group?filterBy[colour]=red')).body.data.params.filterBy).toBe(
      'Filter type is not supported: colour',
    );
  });

  it('have no other actions', async () => {
    const { status, body } = await served.ask('POST', '/bulk/group/burn', { body: { items: [1] } });
    expect([status, body.code]).toEqual([404, 'rest_no_route']);
  });
});
