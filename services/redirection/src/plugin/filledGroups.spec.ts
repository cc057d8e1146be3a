import { bulkGroups } from '../groups/bulkGroups.ts';
import { groupDecider, groups } from '../groups/group.ts';
import { rules } from '../rules/rule.ts';
import { sentRule, serveRedirection, type TestService } from '../testing.contract.ts';
import { repair } from './repair.ts';
import { resetData } from './resetData.ts';
import { rulesWithoutGroup } from './status.ts';

const context = { principal: 'user:1', language: 'en', correlation: 'spec', causation: 'spec' } as const;

describe('groups that get a redirect while they are deleted', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection();
  });
  afterEach(() => served.stop());

  const create = (url: string) => served.ask('POST', '/redirect', { body: { ...sentRule, url, group_id: 2 } });
  const lost = () => served.documents.count(rules, rulesWithoutGroup);

  /** Returns redirection with an interruption: `happens` runs once, after the rules of a group were deleted. */
  const interrupted = (happens: () => Promise<unknown>, among = 2) => {
    const { redirection } = served;
    let isFirst = true;
    const deleteAllOf: typeof redirection.rulesOfGroups.deleteAllOf = async (group, acting) => {
      await redirection.rulesOfGroups.deleteAllOf(group, acting);
      if (!isFirst || group !== among) return;
      isFirst = false;
      await happens();
    };
    return { ...redirection, rulesOfGroups: { ...redirection.rulesOfGroups, deleteAllOf } };
  };
  const acting = () => ({
    commands: served.redirection.commands,
    context,
    abandoned: () => new AbortController().signal,
  });

  it('delete a new redirect with them', async () => {
    await create('/before');
    const redirection = interrupted(() => create('/meanwhile'));
    await bulkGroups(redirection, acting(), { bulk: 'delete', ids: [2] });
    expect((await served.documents.get(groups, 2))?.body ?? null).toBeNull();
    expect([await lost(), await served.documents.count(rules, { all: [] })]).toEqual([0, 0]);
  });

  it('delete a redirect with them that was moved into them', async () => {
    const { body } = await served.ask('POST', '/redirect', { body: sentRule });
    const move = () => served.ask('POST', `/redirect/${body.items[0].id}`, { body: { group_id: 2 } });
    await bulkGroups(interrupted(move), acting(), { bulk: 'delete', ids: [2] });
    expect([await lost(), await served.documents.count(rules, { all: [] })]).toEqual([0, 0]);
  });

  it('delete the redirects with them that a repair has moved into them', async () => {
    await create('/orphan');
    await served.redirection.commands.run(context, (unit) =>
      unit.decide(groupDecider, 2, { type: 'DeleteGroup' }, undefined),
    );
    expect(await lost()).toBe(1);
    const repaired = interrupted(() => repair(served.redirection, acting()), 1);
    await bulkGroups(repaired, acting(), { bulk: 'delete', ids: [1] });
    expect([await lost(), await served.documents.count(rules, { all: [] })]).toEqual([0, 0]);
  });

  it.each([
    ['their deletion', () => served.ask('POST', '/bulk/group/delete', { body: { items: [2] } })],
    ['the deletion of everything', () => served.ask('POST', '/plugin/delete')],
  ])('remain when the site stops during %s', async (_what, remove) => {
    await create('/before');
    served.endLongRequests();
    const { status, body } = await remove();
    expect([status, body.code]).toEqual([503, 'rest_site_stopping']);
    expect([await lost(), await served.documents.count(rules, { all: [] })]).toEqual([0, 1]);
  });

  it('delete it with them too if everything is deleted', async () => {
    await resetData(
      interrupted(() => create('/meanwhile')),
      acting(),
    );
    expect(await served.documents.count(rules, { all: [] })).toBe(0);
  });

  it('refuse late redirects, or delete them', async () => {
    const urls = Array.from({ length: 12 }, (_, n) => `/${n}`);
    const [deleted, ...made] = await Promise.all([
      served.ask('POST', '/bulk/group/delete', { body: { items: [2] } }),
      ...urls.map(create),
    ]);
    expect(deleted?.status).toBe(200);
    for (const { status, body } of made) expect([200, 400]).toContain(status === 400 ? body.data.status : status);
    expect(await lost()).toBe(0);
  });
});
