import { ACCOUNT, type AccountCommand, accountDecider } from '../account/siteAccount.ts';
import { pollEngine } from './dueEngineWork.ts';
import { outsideEffects } from './effects.ts';
import { type EngineSite, startEngineSite } from './engineSite.contract.ts';

const [FIRST, HERE] = ['https://first.test', 'https://here.test'];
const context = { principal: 'system', language: 'en', correlation: 'spec', causation: 'spec' } as const;

let site: EngineSite;
beforeEach(async () => {
  site = await startEngineSite(HERE);
});
afterEach(() => site.stop());

const tell = (command: AccountCommand) =>
  site.served.translation.commands.run(context, (unit) => unit.decide(accountDecider, ACCOUNT, command, undefined));
const becomeClone = () => tell({ type: 'RegisterSite', site: 'S', user: 5, url: FIRST });
const resolve = (as: 'copy' | 'moved') => tell({ type: 'ResolveClone', as, url: HERE });
const refusal = async (method: string, path: string, body?: object) => {
  const { status, body: answer } = await site.ask(method, path, { body });
  return [status, answer?.code];
};
const CLONED = [409, 'i18n_site_cloned'];

/** Fails on every request to an outside service. */
const refuseToBeAsked = () => {
  site.remote.before = () => {
    throw new Error('a service was asked');
  };
};

describe('a site at another address than it was registered for', () => {
  it('asks engine and agency nothing for anybody, and changes nothing', async () => {
    const { id, jobId, number } = await site.made();
    await becomeClone();
    refuseToBeAsked();
    const before = await site.job(id);
    const batch = { elements: [{ type: 'post_post', id: 8 }], target_languages: ['fr-ca'], channel: 'ate' };
    expect(await refusal('POST', '/batches', batch)).toEqual(CLONED);
    expect(await refusal('POST', '/ate/jobs', { jobs: [{ id }] })).toEqual(CLONED);
    expect(await refusal('GET', `/ate/jobs/${number}`)).toEqual(CLONED);
    expect(await refusal('GET', `/ate/jobs/${number}/fix`)).toEqual(CLONED);
    expect(await refusal('POST', '/ate/jobs/sync', {})).toEqual(CLONED);
    expect(await refusal('POST', '/ate/jobs/download', { jobs: [{ ateJobId: number }] })).toEqual(CLONED);
    const { status, body } = await site.receive(jobId);
    expect([status, body.code]).toEqual(CLONED);
    expect([await site.job(id), site.remote.fetched]).toEqual([before, 0]);
  });

  it('continues after it has moved, with its waiting requests', async () => {
    const { id } = await site.made();
    await becomeClone();
    site.served.advance(3_600_000);
    const asked: Map<number, number> = new Map();
    await expect(pollEngine(site.served.translation, asked)).rejects.toMatchObject({ code: 'i18n_site_cloned' });
    await resolve('moved');
    await pollEngine(site.served.translation, asked);
    expect((await site.job(id)).revision?.status).toBe(10);
  });
});

describe('a request to outside services', () => {
  const sentToAgency = async () => {
    const elements = [{ type: 'post_post', id: 7 }];
    const { body } = await site.ask('POST', '/batches', {
      body: { elements, target_languages: ['fr-ca'], channel: 'tp' },
    });
    return body.jobs[0] as { readonly id: number };
  };

  it('waits while the site is a clone, however often it is tried, and is sent then', async () => {
    const { id } = await sentToAgency();
    await becomeClone();
    for (let tries = 0; tries < 20; tries++)
      await expect(site.doEffects()).rejects.toMatchObject({ code: 'postponed', wait: 60_000 });
    expect([(await site.job(id)).revision?.status, site.remote.made.size]).toEqual([102, 0]);
    await resolve('moved');
    await site.doEffects();
    expect([(await site.job(id)).revision?.status, site.remote.made.size]).toEqual([2, 1]);
  });

  it('is not cancelled there by a copy, whose original continues with it', async () => {
    const { id, number } = await site.made();
    await becomeClone();
    await site.ask('POST', '/jobs/cancel', { body: [{ id, type: 'post' }] });
    await expect(site.doEffects()).rejects.toMatchObject({ code: 'postponed' });
    await resolve('copy');
    await site.doEffects();
    expect(site.remote.cancelled).toEqual([]);
    site.served.advance(60_000);
    const own = await site.made();
    await site.ask('POST', '/jobs/cancel', { body: [{ id: own.id, type: 'post' }] });
    await site.doEffects();
    expect([own.number === number, [...new Set(site.remote.cancelled)]]).toEqual([false, [own.number]]);
  });

  it('is cancelled there by a site that has moved', async () => {
    const { id, number } = await site.made();
    await becomeClone();
    await site.ask('POST', '/jobs/cancel', { body: [{ id, type: 'post' }] });
    await resolve('moved');
    await site.doEffects();
    expect([...new Set(site.remote.cancelled)]).toEqual([number]);
  });

  it('tells the service the new address of a site', async () => {
    await becomeClone();
    await resolve('moved');
    await site.doEffects();
    expect(site.remote.registered.map(({ url }) => url)).toEqual([HERE]);
    const { wants } = outsideEffects(site.served.translation);
    expect((await site.served.store.readLog(0)).flatMap((commit) => wants(commit))).toMatchObject([
      { type: 'tell-address', receiver: 'engine' },
    ]);
  });
});
