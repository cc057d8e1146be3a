import { sentRule, serveRedirection, type TestService } from '../testing.contract.ts';
import { followEditedHits } from './editedHits.ts';
import { ruleDecider } from './rule.ts';

const context = { principal: 'user:1', language: 'en', correlation: 'spec', causation: 'spec' } as const;

describe('counters that editors set', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection();
  });
  afterEach(() => served.stop());

  const create = async (more: object = {}): Promise<number> =>
    (await served.ask('POST', '/redirect', { body: { ...sentRule, ...more } })).body.items[0].id;
  const shown = async () => (await served.ask('GET', '/redirect')).body.items[0].hits;
  const visit = async (rule: number, batch: string, hits: number) => {
    const counts = [{ rule, hits, last: '2031-01-01T11:00:00.000Z' }];
    const body = { batch, counts, records: [], lost: 0 };
    expect((await served.ask('POST', '/internal/redirects/visits', { as: 'site', body })).status).toBe(200);
  };
  /** Commits without updating the counter, like a process that ends right after its commit. */
  const commitAlone = (id: number, hits: object) =>
    served.redirection.commands.run(context, (unit) =>
      unit.decide(ruleDecider, id, { type: 'SetHits', hits }, undefined),
    );

  it('are set after all if a process ended between its commit and the counter', async () => {
    const id = await create();
    await commitAlone(id, { hits: 12 });
    expect(await shown()).toBe(0);
    await followEditedHits(served);
    expect(await shown()).toBe(12);
  });

  it('stand in the commit that creates or changes the rule', async () => {
    const id = await create({ hits: 5 });
    await served.ask('POST', `/redirect/${id}`, { body: { title: 'Moved', hits: 8 } });
    const commits = await served.store.readLog(0);
    const types = commits
      .map(({ events }) => events.map(({ type }) => type))
      .filter((each) => each.includes('RuleHitsSet'));
    expect(types).toEqual([expect.arrayContaining(['RuleCreated', 'RuleHitsSet']), ['RuleChanged', 'RuleHitsSet']]);
  });

  it('keep later visits, however often the log is followed', async () => {
    const id = await create({ hits: 5 });
    await visit(id, '00000000-0000-4000-8000-000000000001', 2);
    expect(await shown()).toBe(7);
    await followEditedHits(served);
    await served.entries.put('said-hits', 'log', { position: 0 });
    await followEditedHits(served);
    expect(await shown()).toBe(7);
  });

  it('have the last set value, member by member, when an older commit is followed late', async () => {
    const id = await create();
    await commitAlone(id, { hits: 12, last: '2030-01-02T12:00:00.000Z' });
    await served.ask('POST', `/redirect/${id}`, { body: { hits: 3 } });
    await followEditedHits(served);
    const { items } = (await served.ask('GET', '/redirect')).body;
    expect(items).toMatchObject([{ hits: 3, last_access: 'January 2, 2030' }]);
  });

  it('are deleted with their rule, and do not come back with late visits', async () => {
    const id = await create({ hits: 5 });
    await served.redirection.commands.run(context, (unit) =>
      unit.decide(ruleDecider, id, { type: 'DeleteRule' }, undefined),
    );
    await followEditedHits(served);
    await visit(id, '00000000-0000-4000-8000-000000000002', 2);
    await served.entries.put('said-hits', 'log', { position: 0 });
    await followEditedHits(served);
    expect(await served.documents.find({ name: 'rule-hits', projectionVersion: 1, indexes: [] }, {})).toEqual([]);
  });
});
