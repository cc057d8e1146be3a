import { ask, folderForSpec, startOn } from './operatorSite.contract.ts';
import { recordHistory } from './recordHistory.ts';
import { withServices } from './serviceData.ts';

describe('the history of a redirect', () => {
  it('names each change and its user, its counter and its end included', async () => {
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
      [1, 'RuleCreated'],
      [2, 'RuleChanged'],
      [3, 'RuleHitsSet'],
      [4, 'RuleDisabled'],
      [5, 'RuleDeleted'],
    ]);
    expect(new Set(history.map(({ who }) => who))).toEqual(new Set(['ada (user:1)']));
    expect(history[1]?.set).toContain('title: "" → "Moved"');
    expect(history[2]).toMatchObject({ set: [], request: history[1]?.request });
    await folder.remove();
  });
});

describe('the history of a translation job', () => {
  it('names the users who sent, took, translated, and cancelled it', async () => {
    const folder = await folderForSpec();
    const site = await startOn(folder.data);
    const { id: post } = await ask<{ id: number }>(site, '/core/v2/posts', { title: 'Fair', status: 'publish' });
    const send = async () => {
      const sent = { elements: [{ type: 'post_post', id: post }], target_languages: ['fr-ca'] };
      const { jobs } = await ask<{ jobs: { id: number; extra_data: { job_id: number } }[] }>(
        site,
        '/i18n/tm/v1/batches',
        sent,
      );
      return jobs[0];
    };
    const job = await send();
    const jobId = job?.extra_data.job_id;
    await ask(site, '/i18n/tm/v1/jobs/assign', { jobId, translatorId: 1 });
    await ask(site, `/i18n/tm/v1/jobs/${jobId}`, { units: { title: 'Foire' }, complete: true });
    await send();
    await ask(site, '/i18n/tm/v1/jobs/cancel', [{ id: job?.id, type: 'post' }]);
    await site.stop();

    const history = await withServices({ environment: { DATA: folder.data } }, [], (services) =>
      recordHistory(services, 'job', String(job?.id)),
    );
    expect(history.map(({ type, who }) => [type, who])).toEqual([
      ['JobSent', 'ada (user:1)'],
      ['JobAssigned', 'ada (user:1)'],
      ['JobSaved', 'ada (user:1)'],
      ['JobFinished', 'ada (user:1)'],
      ['TranslationWritten', 'system'],
      ['JobSent', 'ada (user:1)'],
      ['JobCancelled', 'ada (user:1)'],
    ]);
    await folder.remove();
  });
});
