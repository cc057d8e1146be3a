import { ask, folderForSpec, startOn } from './operatorSite.contract.ts';
import { recordHistory } from './recordHistory.ts';
import { withServices } from './serviceData.ts';

describe('the history of a redirect', () => {
  it('says who did what, its counter and its end included', async () => {
    const folder = await folderForSpec();
    const site = await startOn(folder.data);
    const sent = { match_type: 'url', action_type: 'url', action_data: { url: '/new' }, group_id: 1 };
    const { items } = await ask<{ items: { id: number }[] }>(site, '/redirection/v1/redirect', {
      ...sent,
      url: '/old',
    });
    const id = items[0]?.id;
    await ask(site, `/redirection/v1/redirect/${id}`, { title: 'Moved', hits: 4 });
    for (const action of ['disable', 'delete'])
      await ask(site, `/redirection/v1/bulk/redirect/${action}`, { items: [id] });
    await site.stop();

    const history = await withServices({ environment: { DATA: folder.data } }, [], (services) =>
      recordHistory(services, 'rule', String(id)),
    );
    expect(history.map(({ version, type }) => [version, type])).toEqual([
      ...[
        [1, 'RuleCreated'],
        [2, 'RuleChanged'],
        [3, 'RuleHitsSet'],
        [4, 'RuleDisabled'],
        [5, 'RuleDeleted'],
      ],
    ]);
    expect(new Set(history.map(({ who }) => who))).toEqual(new Set(['ada (user:1)']));
    expect(history[1]?.set).toContain('title: "" → "Moved"');
    expect(history[2]).toMatchObject({ set: [], request: history[1]?.request });
    await folder.remove();
  });
});
