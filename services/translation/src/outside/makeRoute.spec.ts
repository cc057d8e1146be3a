import type { Effect } from '@almanac/effects';
import { translationErrors } from '../errors.ts';
import { jobDecider } from '../jobs/job.ts';
import { sentJob } from '../jobs/jobs.contract.ts';
import { postSource } from '../jobs/owners.contract.ts';
import { outsideEffects } from './effects.ts';
import { jobOfNumber } from './engineJobs.ts';
import { type EngineSite, startEngineSite } from './engineSite.contract.ts';

let site: EngineSite;
beforeEach(async () => {
  site = await startEngineSite();
});
afterEach(() => site.stop());

/** Sends that many posts into French. */
const sendMany = async (
  count: number,
): Promise<readonly { readonly id: number; readonly batch: { readonly id: number } }[]> => {
  const ids = Array.from({ length: count }, (_, index) => 100 + index);
  for (const id of ids) site.records.push({ ...postSource, id, group: id });
  const elements = ids.map((id) => ({ type: 'post_post', id }));
  const body = { elements, target_languages: ['fr-ca'], channel: 'ate' };
  return (await site.ask('POST', '/batches', { body })).body.jobs;
};

describe('the creation of jobs at the engine', () => {
  it('returns the same numbers again', async () => {
    const { id, number } = await site.made();
    const again = await site.ask('POST', '/ate/jobs', { body: { jobs: [{ id }, { source_id: id }] } });
    expect(again.body).toEqual({ jobs: { [id]: number }, failed: [] });
    expect(site.remote.made.size).toBe(1);
  });

  it('names failed jobs, and creates the others', async () => {
    const { id, number } = await site.made();
    const { body } = await site.ask('POST', '/ate/jobs', { body: { jobs: [{ id }, { id: 99_999_999 }] } });
    expect(body).toMatchObject({ jobs: { [id]: number }, failed: [{ id: 99_999_999, code: 'i18n_job_not_found' }] });
  });

  it.each([[undefined], [{}], [{ jobs: [] }], [{ jobs: [7] }], [{ jobs: [{ id: -1 }] }], [{ jobs: { a: 1 } }]])(
    'refuses %j',
    async (body) => {
      const { status, body: answer } = await site.ask('POST', '/ate/jobs', { body });
      expect([status, answer.code, Object.keys(answer.data.params)]).toEqual([400, 'rest_invalid_param', ['jobs']]);
    },
  );

  it('gives the engine a callback if the site’s address is known, and nothing about the caller', async () => {
    await site.made();
    expect([...site.remote.made.values()][0]?.callback).toBeNull();
    const known = await startEngineSite('https://site.test');
    const { jobId } = await known.made();
    const [job] = [...known.remote.made.values()];
    expect(job?.callback).toMatch(
      new RegExp(`^https://site\\.test/en/json/i18n/tm/v1/ate/jobs/receive/${jobId}\\?t=[0-9a-f]{64}$`),
    );
    await known.stop();
  });

  it.each([
    [translationErrors.remoteUnavailable(), 503],
    [translationErrors.remoteTimeout(), 504],
  ])('notes when it fails: %s', async (error, status) => {
    site.remote.before = () => {
      throw error;
    };
    const { id } = await site.made();
    expect((await site.job(id)).revision).toMatchObject({
      status: 40,
      remote: { error: error.code, attempts: 1, due: '2031-01-01T12:01:00.000Z' },
    });
    const answer = await site.ask('POST', '/ate/jobs', { body: { jobs: [{ id }] } });
    expect([answer.status, answer.body.code]).toEqual([status, error.code]);
  });

  it('continues with the result of one request if another concurrent one fails', async () => {
    site.remote.before = async () => {
      site.remote.before = () => undefined;
      const [{ id }] = (await site.ask('GET', '/jobs')).body.jobs;
      await site.ask('POST', '/ate/jobs', { body: { jobs: [{ id }] } });
      throw translationErrors.remoteUnavailable();
    };
    const { id } = await site.made();
    expect((await site.job(id)).revision).toMatchObject({ status: 1, editor_job_id: 9_001, remote: { attempts: 0 } });
    const { body } = await site.ask('POST', '/ate/jobs/sync');
    expect(body.jobs).toMatchObject([{ ateJobId: 9_001 }]);
  });

  it('notes a failure for every job of a batch that is larger than one request to the engine', async () => {
    site.remote.before = () => {
      throw translationErrors.remoteUnavailable();
    };
    const sent = await sendMany(101);
    await site.doEffects();
    const statuses = await Promise.all(sent.map(async ({ id }) => (await site.job(id)).revision?.status));
    expect(new Set(statuses)).toEqual(new Set([40]));
  });

  it('notes a failure if no engine is configured any more when the batch is sent', async () => {
    const [job] = await sendMany(1);
    const effect = { type: 'make-at-engine', data: { batch: job?.batch.id } } as unknown as Effect;
    const { handlers } = outsideEffects({ ...site.served.translation, remote: undefined });
    await handlers['make-at-engine']?.handle(effect, AbortSignal.timeout(5_000));
    expect((await site.job(job?.id ?? 0)).revision).toMatchObject({
      status: 40,
      remote: { error: 'i18n_remote_unavailable', due: '2031-01-01T12:01:00.000Z' },
    });
  });

  it('notes a failure if a job was cancelled meanwhile and the engine is away for the cancellation', async () => {
    const sent = await sendMany(3);
    site.remote.before = () =>
      site.ask('POST', '/jobs/cancel', { body: [{ id: sent[1]?.id, type: 'post' }] }).then(() => undefined);
    site.remote.editor.cancel = async () => {
      throw translationErrors.remoteUnavailable();
    };
    await site.doEffects();
    const statuses = await Promise.all(sent.map(async ({ id }) => (await site.job(id)).revision?.status));
    expect(statuses).toEqual([1, 0, 40]);
  });

  it('notes a job that the engine refuses, and retries it', async () => {
    const refused = { code: 'pair_unknown', message: 'Nobody translates that.' };
    const { make } = site.remote.editor;
    site.remote.editor.make = async (asked) => ({ jobs: [], failed: asked.map(({ key }) => ({ key, ...refused })) });
    const { id, number } = await site.made();
    expect(number).toBeUndefined();
    expect((await site.job(id)).revision).toMatchObject({
      status: 40,
      remote: { error: 'pair_unknown', attempts: 1, due: '2031-01-01T12:01:00.000Z' },
    });
    site.served.advance(61_000);
    const retry = () => site.ask('POST', '/ate/jobs/retry', { body: {} });
    await retry();
    expect((await site.job(id)).revision?.remote).toMatchObject({ attempts: 2, due: '2031-01-01T12:06:01.000Z' });
    site.remote.editor.make = make;
    site.served.advance(301_000);
    await retry();
    expect((await site.job(id)).revision).toMatchObject({ status: 1, editor_job_id: 9_001 });
  });

  it('retries other jobs, however many the engine keeps refusing', async () => {
    const { make } = site.remote.editor;
    site.remote.before = () => {
      throw translationErrors.remoteUnavailable();
    };
    await sendMany(10);
    await site.doEffects();
    site.remote.before = () => undefined;
    site.remote.editor.make = async (asked) => ({
      jobs: [],
      failed: asked.map(({ key }) => ({ key, code: 'pair_unknown', message: '' })),
    });
    site.served.advance(61_000);
    const retry = async () => (await site.ask('POST', '/ate/jobs/retry', { body: {} })).body.processed;
    expect(await retry()).toHaveLength(10);
    site.remote.before = () => {
      throw translationErrors.remoteUnavailable();
    };
    site.remote.editor.make = make;
    const { id } = await site.made();
    site.served.advance(61_000);
    expect(await retry()).toEqual([id]);
  });

  it('cancels unwanted jobs there when they are created', async () => {
    site.remote.before = async () => {
      const { body } = await site.ask('GET', '/jobs');
      await site.ask('POST', '/jobs/cancel', {
        body: body.jobs.map(({ id, type }: object & { id: number; type: string }) => ({ id, type })),
      });
    };
    const { number } = await site.made();
    expect([number, site.remote.cancelled]).toEqual([undefined, [9_001]]);
  });
});

describe('a retry', () => {
  it('waits ever longer, and takes the job back', async () => {
    site.remote.before = () => {
      throw translationErrors.remoteUnavailable();
    };
    const { id } = await site.made();
    const retry = () => site.ask('POST', '/ate/jobs/retry', { body: {} });
    const shownError = async () => (await site.ask('GET', '/jobs')).body.jobs[0].error_type;
    expect(await shownError()).toBe('i18n_remote_unavailable');
    expect((await retry()).body).toEqual({ jobsToProcess: [id], processed: [] });
    site.served.advance(61_000);
    expect((await retry()).body).toEqual({ jobsToProcess: [], processed: [id] });
    expect((await site.job(id)).revision?.remote).toMatchObject({ attempts: 2, due: '2031-01-01T12:06:01.000Z' });
    site.remote.before = () => undefined;
    site.served.advance(301_000);
    await retry();
    expect((await site.job(id)).revision).toMatchObject({ status: 1, editor_job_id: 9_001 });
    expect(await shownError()).toBeNull();
    expect((await retry()).body).toEqual({ jobsToProcess: [], processed: [] });
  });

  it('ends after ten times, and says so', async () => {
    site.remote.before = () => {
      throw translationErrors.remoteUnavailable();
    };
    const { id } = await site.made();
    const retry = (jobsToProcess: number[] = []) => site.ask('POST', '/ate/jobs/retry', { body: { jobsToProcess } });
    for (let tries = 1; tries < 10; tries++) {
      expect((await site.job(id)).revision?.remote).toMatchObject({
        attempts: tries,
        error: 'i18n_remote_unavailable',
      });
      site.served.advance(3_601_000);
      await retry();
    }
    const exhausted = { status: 40, remote: { attempts: 10, error: 'RetryExhausted', due: null } };
    expect((await site.job(id)).revision).toMatchObject(exhausted);
    site.served.advance(86_400_000);
    expect((await retry([id])).body).toEqual({ jobsToProcess: [id], processed: [] });
    expect((await site.job(id)).revision).toMatchObject(exhausted);
    const shown = (await site.ask('GET', '/jobs?status=40')).body.jobs;
    expect(shown).toMatchObject([{ id, status: 40, error_type: 'RetryExhausted' }]);
  });
});

describe('a retry beside jobs that are given up', () => {
  const context = { principal: 'system', language: 'en', correlation: 'spec', causation: 'spec' } as const;
  const giveUp = (count: number) =>
    site.served.translation.commands.run(context, async (unit) => {
      for (let id = 1; id <= count; id++) {
        const job = { ...sentJob, job_id: 10_000 + id, group: 10_000 + id, channel: 'ate' } as const;
        await unit.decide(jobDecider, id, { type: 'Send', job }, undefined);
        const failed = { type: 'FailRemote', jobId: job.job_id, error: 'RetryExhausted', due: null } as const;
        await unit.decide(jobDecider, id, failed, undefined);
      }
    });

  it('reaches the others, however many are given up', async () => {
    await giveUp(500);
    site.remote.before = () => {
      throw translationErrors.remoteUnavailable();
    };
    const { id } = await site.made();
    site.remote.before = () => undefined;
    site.served.advance(61_000);
    const { body } = await site.ask('POST', '/ate/jobs/retry', { body: {} });
    expect(body).toEqual({ jobsToProcess: [], processed: [id] });
  });
});

describe('a link to a job', () => {
  const store = (i18n_job_id: unknown, ate_job_data: unknown) =>
    site.ask('POST', '/ate/jobs/store', { body: { i18n_job_id, ate_job_data } });

  it('accepts an object, and a list of objects of which later ones count', async () => {
    const { jobId } = await site.made({ channel: 'local', automatic: false });
    expect((await store(String(jobId), { ate_job_id: 41 })).body).toBe(true);
    expect((await store(jobId, [{ ate_job_id: 41 }, { ate_job_id: '42' }])).body).toBe(true);
    expect((await jobOfNumber(site.served.translation, 42))?.revision.job_id).toBe(jobId);
  });

  it.each<[unknown, number, string]>([
    [{ ate_job_id: 0 }, 422, 'i18n_ate_job_invalid'],
    [[], 422, 'i18n_ate_job_invalid'],
    [{ ate_job_id: { a: 1 } }, 422, 'i18n_ate_job_invalid'],
    ['text', 422, 'i18n_ate_job_invalid'],
    [[1], 422, 'i18n_ate_job_invalid'],
    [{ ate_job_id: 5, a: { b: { c: { d: { e: 1 } } } } }, 400, 'rest_invalid_param'],
    [{ ate_job_id: 5, a: 'x'.repeat(20_000) }, 400, 'rest_invalid_param'],
  ])('refuses %j', async (data, status, code) => {
    const { jobId } = await site.made();
    const answer = await store(jobId, data);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('refuses an object as the number of the revision, whatever its members are named', async () => {
    const answer = await store({ toString: 1 }, { ate_job_id: 5 });
    expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_param']);
  });
});
