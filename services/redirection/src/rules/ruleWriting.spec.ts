import { OPTIONS_STREAM } from '../options/options.ts';
import { type Asking, sentRule, serveRedirection, type TestService } from '../testing.contract.ts';

describe('a written redirect', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection();
  });
  afterEach(() => served.stop());

  const post = (path: string, body: object, more: Asking = {}) => served.ask('POST', path, { ...more, body });
  const create = async (more: object = {}) => {
    const { status, body } = await post('/redirect', { ...sentRule, ...more });
    expect(status).toBe(200);
    return body.items[0];
  };
  const list = async (query = '') => (await served.ask('GET', `/redirect?orderby=id&direction=asc${query}`)).body.items;
  const offered = async () =>
    (await served.ask('GET', '/group')).body.items.find((group: { readonly default?: boolean }) => group.default)?.id;
  const eventsAfter = async (position: number) =>
    (await served.store.readLog(position)).flatMap(({ events }) => events);

  it('is placed after the others of its group, each of several addresses after the one before', async () => {
    await create({ url: '/elsewhere', group_id: 2 });
    await create({ url: ['/a', '/b'] });
    await create({ url: ['/c', '/d'] });
    await create({ url: ['/e', '/f'], position: 7 });
    const placed = (await list('&filterBy[group]=1')).map(({ url, position }: Record<string, unknown>) => [
      url,
      position,
    ]);
    expect(placed).toEqual([
      ['/a', 0],
      ['/b', 1],
      ['/c', 2],
      ['/d', 3],
      ['/e', 7],
      ['/f', 7],
    ]);
  });

  it('is noted in its group, with the number so far, so that a deletion of the group looks again', async () => {
    const before = await served.store.last();
    await create({ url: ['/a', '/b'] });
    const { id } = await create({ url: '/c' });
    await post(`/redirect/${id}`, { group_id: 2 });
    await post(`/redirect/${id}`, { title: 'Moved' });
    const filled = (await eventsAfter(before)).filter(({ type }) => type === 'GroupFilled');
    expect(filled.map(({ stream, data }) => [stream, data])).toEqual([
      ['group-1', { rules: 2 }],
      ['group-1', { rules: 1 }],
      ['group-2', { rules: 1 }],
    ]);
  });

  it('remembers the last named group, and no other', async () => {
    const { id } = await create();
    expect(await offered()).toBe(1);
    await create({ url: '/b', group_id: 2 });
    expect(await offered()).toBe(2);
    await post(`/redirect/${id}`, { title: 'Still in the first group' });
    expect(await offered()).toBe(2);
    await post(`/redirect/${id}`, { group_id: 1 });
    expect(await offered()).toBe(1);
  });

  it.each(['1x', 'x1', '1'.repeat(16), '-1', '1.5', ''])('is refused in a group by the id %j', async (group_id) => {
    const { id } = await create();
    const before = await served.store.last();
    for (const path of ['/redirect', `/redirect/${id}`]) {
      const { status, body } = await post(path, { ...sentRule, group_id });
      expect([path, status, body.code]).toEqual([path, 400, 'redirect']);
    }
    expect(await served.store.last()).toBe(before);
  });

  it.each([
    [{ hits: '12' }, 12],
    [{ hits: 2.9 }, 2],
    [{ hits: 4_294_967_296 }, 4_294_967_295],
    [{ hits: 'many' }, 0],
  ])('counts from %j on as %j', async (sent, hits) => {
    expect(await create(sent)).toMatchObject({ hits });
  });

  it.each([
    [{ status: 'disabled' }, false],
    [{ enabled: true, status: 'disabled' }, false],
    [{ enabled: false, status: 'enabled' }, false],
    [{ status: 'enabled' }, true],
  ])('is enabled by %j: %j', async (sent, enabled) => {
    expect(await create(sent)).toMatchObject({ enabled });
  });

  it('has the address of the settings if it is sent with an empty one', async () => {
    await post('/setting', { auto_target: '/made-$dec$-$hex$-$hex$' });
    const seconds = Date.parse('2031-01-01T12:00:00Z') / 1_000;
    const hex = seconds.toString(16);
    expect(await create({ url: '' })).toMatchObject({ url: `/made-${seconds}-${hex}-${hex}` });
  });

  it('is refused in a deleted group', async () => {
    await post('/bulk/group/delete', { items: [2] });
    const before = await served.store.last();
    expect((await post('/redirect', { ...sentRule, group_id: 2 })).body.code).toBe('redirect');
    expect(await served.store.last()).toBe(before);
  });

  it('writes no options if the group is the remembered one', async () => {
    await create();
    const before = await served.store.last();
    await create({ url: '/b' });
    expect((await eventsAfter(before)).map(({ stream }) => stream)).not.toContain(OPTIONS_STREAM);
  });
});

describe('a write of a redirect whose answer was lost', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection();
  });
  afterEach(() => served.stop());

  /** Sends a request whose write of the counter fails after the commit. Returns a function that repeats it. */
  const lost = async (path: string, body: object) => {
    const send = () => served.ask('POST', path, { body, headers: { 'idempotency-key': 'key' } });
    const { put } = served.entries;
    served.entries.put = async (kind, ...more) => {
      if (kind === 'rule-hits') throw new Error('the store is away');
      return put.call(served.entries, kind, ...more);
    };
    expect((await send()).status).toBe(500);
    served.entries.put = put;
    return send;
  };
  const created = async () => (await served.ask('POST', '/redirect', { body: sentRule })).body.items[0].id;

  it('is answered with the changed redirect', async () => {
    const id = await created();
    const again = await (await lost(`/redirect/${id}`, { title: 'Moved', hits: 3 }))();
    expect([again.status, again.body.item]).toEqual([200, expect.objectContaining({ id, title: 'Moved' })]);
  });

  it('is answered with a list that has the new redirect once', async () => {
    const { status, body } = await (await lost('/redirect', { ...sentRule, hits: 3 }))();
    expect([status, body]).toEqual([200, expect.objectContaining({ total: 1, items: [expect.anything()] })]);
  });

  it('is refused if the redirect was deleted since', async () => {
    const id = await created();
    const sendAgain = await lost(`/redirect/${id}`, { hits: 3 });
    await served.ask('POST', '/bulk/redirect/delete', { body: { items: [id] } });
    const { status, body } = await sendAgain();
    expect([status, body.code]).toEqual([400, 'redirect_update_failed']);
  });
});
