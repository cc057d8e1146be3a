import { translationErrors } from '../errors.ts';
import { serveTranslation } from '../testing.contract.ts';
import { type EngineSite, startEngineSite } from './engineSite.contract.ts';

let site: EngineSite;
beforeEach(async () => {
  site = await startEngineSite();
});
afterEach(() => site.stop());

const sync = (body: object = {}) => site.ask('POST', '/ate/jobs/sync', { body });
const download = (body: object = {}) => site.ask('POST', '/ate/jobs/download', { body });

describe('a synchronization', () => {
  it('returns the engine’s answer, and stores it', async () => {
    const { id, jobId, number } = await site.made();
    site.remote.said = () => ({ status: 31, message: 'no credit' });
    const { body } = await sync();
    expect(body).toEqual({
      ...{
        lockKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ateToken: '',
        nextPage: 0,
        numberOfPages: 0,
        downloadQueueSize: 0,
      },
      jobs: [
        {
          ateJobId: number,
          url: '',
          ateStatus: 31,
          jobId,
          status: 1,
          isUnsolvable: false,
          message: 'no credit',
          errorType: 'CreditExhausted',
          errorData: null,
          originalElementId: 7,
          elementId: null,
        },
      ],
    });
    expect((await site.job(id)).revision?.remote).toMatchObject({ status: '31', error: 'CreditExhausted' });
    const before = (await site.served.store.readLog(0)).length;
    await sync({ lockKey: body.lockKey });
    expect(await site.served.store.readLog(0)).toHaveLength(before);
  });

  it('shares one lock between two loops, which expires after a minute', async () => {
    await site.made();
    const [one, other] = await Promise.all([sync(), sync()]);
    expect([one.body.lockKey, other.body.lockKey].filter((key) => key === false)).toHaveLength(1);
    expect((await sync({ lockKey: 'other' })).body).toMatchObject({ lockKey: false, jobs: [] });
    expect((await download({ lockKey: 'other', jobs: [{ ateJobId: 9_001 }] })).body).toEqual([]);
    site.served.advance(61_000);
    expect((await sync({ lockKey: 'other' })).body.lockKey).not.toBe(false);
  });

  it('backs off if the engine is away', async () => {
    await site.made();
    site.remote.before = () => {
      throw translationErrors.remoteUnavailable();
    };
    const { status, body } = await sync();
    expect([status, body.ateTransportFailure, body.jobs]).toEqual([200, true, []]);
  });

  it.each<[object, string]>([
    [{ page: 3, ateToken: 'x' }, 'ateToken'],
    [{ page: 3, numberOfPages: 2, ateToken: 'x' }, 'page'],
    [{ page: 1, numberOfPages: 0 }, 'page'],
  ])('refuses invalid pages, with an engine and without: %j', async (body, name) => {
    const none = await serveTranslation();
    const refused = [await sync(body), await none.ask('POST', '/i18n/tm/v1/ate/jobs/sync', { body })];
    for (const { status, body: answer } of refused)
      expect([status, answer.code, Object.keys(answer.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
    await none.stop();
  });

  it('reports to translators their visible jobs, and stores all', async () => {
    const { id, number } = await site.made();
    const other = await site.made({ elements: [{ type: 'post_post', id: 8 }], target_languages: ['es-us'] });
    await site.ask('POST', '/translators', { body: { user_id: 3, language_pairs: { en: ['fr-ca'] } } });
    const { body } = await site.ask('POST', '/ate/jobs/sync', { as: 'author', body: {} });
    expect(body.jobs.map(({ ateJobId }: { ateJobId: number }) => ateJobId)).toEqual([number]);
    expect(body.downloadQueueSize).toBe(1);
    for (const job of [id, other.id]) expect((await site.job(job)).revision?.remote.status).toBe('6');
  });

  it('notices a job that was cancelled there', async () => {
    const { id } = await site.made();
    site.remote.said = () => ({ status: 42 });
    await sync();
    expect((await site.job(id)).revision?.status).toBe(42);
  });
});
