import { sentRule, serveRedirection, type TestService } from '../testing.contract.ts';

describe('a sent member of a redirect', () => {
  let served: TestService;
  beforeAll(async () => {
    served = await serveRedirection();
  });
  afterAll(() => served.stop());

  const send = async (more: object) => {
    const { status, body } = await served.ask('POST', '/redirect', { body: { ...sentRule, ...more } });
    return [status, body.code, Object.keys(body.data?.params ?? {})];
  };
  const refused = (name: string) => [400, 'rest_invalid_param', [name]];

  it.each(['match_type', 'action_type', 'action_code', 'group_id', 'title', 'position', 'hits', 'last_access'])(
    'is refused beyond 2,000 characters: %s',
    async (name) => {
      const before = await served.store.last();
      expect(await send({ [name]: 'x'.repeat(2_001) })).toEqual(refused(name));
      expect(await served.store.last()).toBe(before);
      expect(await send({ [name]: 'x'.repeat(2_000) })).not.toEqual(refused(name));
      // A value of another type counts as missing.
      expect(await send({ [name]: {} })).not.toEqual(refused(name));
    },
  );

  it.each(['text', null, 1, ['list']])('counts as missing if it is match_data, sent as %j', async (data) => {
    const { body } = await served.ask('POST', '/redirect', { body: { ...sentRule, match_data: data } });
    expect(body.items[0].match_data).toEqual({
      source: { flag_query: 'exact', flag_case: true, flag_trailing: true, flag_regex: false },
    });
  });

  it('has at most fifty members if it is action_data, each a text, a boolean or a list of texts', async () => {
    const members = (number: number) => Object.fromEntries(Array.from({ length: number }, (_, n) => [`m${n}`, 'x']));
    expect(await send({ action_data: { url: '/new', ...members(49) } })).toEqual([200, undefined, []]);
    for (const [n, more] of [
      members(50),
      { other: {} },
      { other: ['x', {}] },
      { other: 'x'.repeat(2_001) },
      { other: ['x'.repeat(2_001)] },
    ].entries())
      expect([n, await send({ action_data: { url: '/new', ...more } })]).toEqual([n, refused('action_data')]);
  });
});
