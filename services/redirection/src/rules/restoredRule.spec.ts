import { sentRule, serveRedirection, type TestService } from '../testing.contract.ts';
import { type Rule, ruleDecider, ruleRegistration, rules } from './rule.ts';

/** The fields of a redirect that its routes write, by name. */
const written = ruleRegistration.written as NonNullable<typeof ruleRegistration.written>;

describe('the operators’ view of a redirect', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection();
  });
  afterEach(() => served.stop());

  const create = async (more: object): Promise<number> =>
    (await served.ask('POST', '/redirect', { body: { ...sentRule, ...more } })).body.items[0].id;
  const stored = async (id: number): Promise<Rule> => {
    const document = await served.documents.get<Rule>(rules, id);
    return document?.body as Rule;
  };
  const writable = (rule: Rule): object =>
    Object.fromEntries(Object.entries(written.members(rule)).filter(([name]) => !written.readOnly?.includes(name)));

  it('restores it when it is sent to its route', async () => {
    const id = await create({
      match_type: 'agent',
      action_data: { agent: 'curl', url_from: '/for-curl' },
      match_data: { source: { flag_query: 'pass', flag_case: true }, options: { log_exclude: true } },
      title: 'For curl',
      position: 3,
    });
    const before = await stored(id);
    const others = await create({
      url: '/other',
      action_type: 'error',
      action_code: 410,
      position: 9,
      title: 'Gone',
      group_id: 2,
    });
    const path = written.route?.replace('{id}', `${id}`).replace('/redirection/v1', '') ?? '';
    for (const members of [writable(await stored(others)), writable(before)])
      expect((await served.ask('POST', path, { body: members })).status).toBe(200);
    expect(await stored(id)).toEqual({ ...before, version: before.version + 2 });
  });

  it('is its address by name, and its status, which its route does not change', async () => {
    const rule = await stored(await create({ enabled: false }));
    expect([written.name?.(rule), written.members(rule)]).toEqual([
      '/old',
      expect.objectContaining({ enabled: false }),
    ]);
    expect(written.readOnly).toEqual(['enabled']);
  });

  it('starts, in its history, as one that leads nowhere yet', () => {
    expect(written.members(ruleDecider.initialState)).toEqual({
      url: '',
      match_type: 'url',
      match_data: {
        source: { flag_query: 'exact', flag_case: false, flag_trailing: false, flag_regex: false },
        options: { log_exclude: false },
      },
      action_type: 'url',
      action_code: 301,
      action_data: null,
      title: '',
      group_id: 0,
      position: 0,
      enabled: false,
    });
  });

  it('can be requested for an unknown one, as histories do', () => {
    expect(written.members({} as Rule)).toMatchObject({ url: undefined });
  });
});
