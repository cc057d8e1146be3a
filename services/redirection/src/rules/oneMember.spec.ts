import { sentRule, serveRedirection, type TestService } from '../testing.contract.ts';

type Item = Readonly<Record<string, unknown>>;

/** A rule with a value for every member. */
const whole = {
  ...sentRule,
  url: '/old',
  title: 'Moved',
  position: 4,
  action_code: 302,
  hits: 3,
  last_access: '2030-05-01',
  match_data: { source: { flag_query: 'ignore', flag_case: true, flag_trailing: true, flag_regex: false } },
};

/** The new value of one member, and the members of the answer that follow it. */
const changes: readonly (readonly [member: string, value: unknown, followers: readonly string[]])[] = [
  ['url', '/older', ['match_url']],
  ['title', 'Gone', []],
  ['position', 9, []],
  ['action_code', 308, []],
  ['action_data', { url: '/newer' }, []],
  ['group_id', 2, []],
  ['hits', 40, []],
  ['last_access', '2029-01-02', []],
  ['match_data', { source: { flag_query: 'pass' } }, []],
];

describe('a change of one member of a redirect', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection({ timezone: 'America/New_York' });
  });
  afterEach(() => served.stop());

  const made = async (): Promise<Item> => (await served.ask('POST', '/redirect', { body: whole })).body.items[0];
  const item = async (id: unknown): Promise<Item> =>
    (await served.ask('GET', '/redirect')).body.items.find((each: Item) => each.id === id);

  it.each(changes)('leaves the others unchanged: %s, sent as %j', async (member, value, followers) => {
    const before = await made();
    const { status } = await served.ask('POST', `/redirect/${before.id}`, { body: { [member]: value } });
    const after = await item(before.id);
    const changed = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
    expect([status, changed.sort()]).toEqual([200, [member, ...followers].sort()]);
  });

  it('stores nothing if it is sent back as listed', async () => {
    const before = await made();
    const written = await served.store.last();
    expect((await served.ask('POST', `/redirect/${before.id}`, { body: before })).status).toBe(200);
    expect([await item(before.id), await served.store.last()]).toEqual([before, written]);
  });
});
