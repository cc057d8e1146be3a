import { remoteTimeout, remoteUnavailable } from '../remote/remoteFaults.ts';
import { jobOfNumber } from './engineJobs.ts';
import { type EngineSite, startEngineSite } from './engineSite.contract.ts';
import { translatedFile } from './fakeServices.contract.ts';

let site: EngineSite;
beforeEach(async () => {
  site = await startEngineSite();
});
afterEach(() => site.stop());

const sync = (body: object = {}) => site.ask('POST', '/ate/jobs/sync', { body });
const download = (body: object = {}) => site.ask('POST', '/ate/jobs/download', { body });
const codesOf = ({ body }: { readonly body: { readonly error?: { readonly code: string } }[] }) =>
  body.map(({ error }) => error?.code);

describe('making jobs at the engine', () => {
  it('answers the same numbers again', async () => {
    const { id, number } = await site.made();
    const again = await site.ask('POST', '/ate/jobs', { body: { jobs: [{ id }, { source_id: id }] } });
    expect(again.body).toEqual({ jobs: { [id]: number }, failed: [] });
    expect(site.remote.made.size).toBe(1);
  });

  it('says which could not be made, and makes the others', async () => {
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

  it('gives the engine a call back where the site is known, and nothing of who asks', async () => {
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
    [remoteUnavailable(), 503],
    [remoteTimeout(), 504],
  ])('notes when it fails: %s', async (error, status) => {
    site.remote.before = () => {
      throw error;
    };
    const { id } = await site.made();
    expect((await site.job(id)).revision).toMatchObject({
      ...{ status: 40, remote: { error: error.code, attempts: 1, due: '2031-01-01T12:01:00.000Z' } },
    });
    const answer = await site.ask('POST', '/ate/jobs', { body: { jobs: [{ id }] } });
    expect([answer.status, answer.body.code]).toEqual([status, error.code]);
  });

  it('cancels there what is not wanted any more when it is made', async () => {
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

describe('trying again', () => {
  it('waits ever longer, and takes the job back', async () => {
    site.remote.before = () => {
      throw remoteUnavailable();
    };
    const { id } = await site.made();
    const retry = () => site.ask('POST', '/ate/jobs/retry', { body: {} });
    expect((await retry()).body).toEqual({ jobsToProcess: [id], processed: [] });
    site.served.advance(61_000);
    expect((await retry()).body).toEqual({ jobsToProcess: [], processed: [id] });
    expect((await site.job(id)).revision?.remote).toMatchObject({ attempts: 2, due: '2031-01-01T12:06:01.000Z' });
    site.remote.before = () => undefined;
    site.served.advance(301_000);
    await retry();
    expect((await site.job(id)).revision).toMatchObject({ status: 1, editor_job_id: 9_001 });
    expect((await retry()).body).toEqual({ jobsToProcess: [], processed: [] });
  });
});

describe('linking a job', () => {
  const store = (i18n_job_id: unknown, ate_job_data: unknown) =>
    site.ask('POST', '/ate/jobs/store', { body: { i18n_job_id, ate_job_data } });

  it('takes an object, and a list of objects of which later ones count', async () => {
    const { jobId } = await site.made({ channel: 'local', automatic: false });
    expect((await store(String(jobId), { ate_job_id: 41 })).body).toBe(true);
    expect((await store(jobId, [{ ate_job_id: 41 }, { ate_job_id: '42' }])).body).toBe(true);
    expect((await jobOfNumber(site.served.translation, 42))?.revision.job_id).toBe(jobId);
  });

  it.each<[unknown, number, string]>([
    [{ ate_job_id: 0 }, 422, 'i18n_ate_job_invalid'],
    [[], 422, 'i18n_ate_job_invalid'],
    [{ ate_job_id: { a: 1 } }, 422, 'i18n_ate_job_invalid'],
    ['text', 400, 'rest_invalid_param'],
    [[1], 400, 'rest_invalid_param'],
    [{ ate_job_id: 5, a: { b: { c: { d: { e: 1 } } } } }, 400, 'rest_invalid_param'],
    [{ ate_job_id: 5, a: 'x'.repeat(20_000) }, 400, 'rest_invalid_param'],
  ])('refuses %j', async (data, status, code) => {
    const { jobId } = await site.made();
    const answer = await store(jobId, data);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

describe('synchronising', () => {
  it('says what the engine says, and notes it', async () => {
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
          ...{ ateJobId: number, url: '', ateStatus: 31, jobId, status: 1, isUnsolvable: false, message: 'no credit' },
          ...{ errorType: 'CreditExhausted', errorData: null, originalElementId: 7, elementId: null },
        },
      ],
    });
    expect((await site.job(id)).revision?.remote).toMatchObject({ status: '31', error: 'CreditExhausted' });
    const before = (await site.served.store.readLog(0)).length;
    await sync({ lockKey: body.lockKey });
    expect(await site.served.store.readLog(0)).toHaveLength(before);
  });

  it('has one lock for two loops, which a minute frees', async () => {
    await site.made();
    const [one, other] = await Promise.all([sync(), sync()]);
    expect([one.body.lockKey, other.body.lockKey].filter((key) => key === false)).toHaveLength(1);
    expect((await sync({ lockKey: 'other' })).body).toMatchObject({ lockKey: false, jobs: [] });
    expect((await download({ lockKey: 'other', jobs: [{ ateJobId: 9_001 }] })).body).toEqual([]);
    site.served.advance(61_000);
    expect((await sync({ lockKey: 'other' })).body.lockKey).not.toBe(false);
  });

  it('backs off where the engine is away', async () => {
    await site.made();
    site.remote.before = () => {
      throw remoteUnavailable();
    };
    const { status, body } = await sync();
    expect([status, body.ateTransportFailure, body.jobs]).toEqual([200, true, []]);
  });

  it('refuses pages that are none', async () => {
    expect((await sync({ page: 3, ateToken: 'x' })).body).toMatchObject({
      code: 'rest_invalid_param',
      data: { status: 400 },
    });
  });

  it('hears that a job was cancelled there', async () => {
    const { id } = await site.made();
    site.remote.said = () => ({ status: 42 });
    await sync();
    expect((await site.job(id)).revision?.status).toBe(42);
  });
});

describe('what is delivered', () => {
  it('is taken over once, however many tell of it at once', async () => {
    const { id, jobId, number } = await site.made();
    const told = await Promise.all([
      ...Array.from({ length: 5 }, () => site.receive(jobId)),
      ...Array.from({ length: 2 }, () => site.ask('GET', `/ate/jobs/${number}/fix`)),
      download({ jobs: [{ ateJobId: number, jobId }] }),
    ]);
    expect(told.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await site.job(id)).revision).toMatchObject({ status: 10, review: 'NEEDS_REVIEW' });
    const events = (await site.served.store.readStream(`job-${id}`)).map(({ type }) => type);
    expect(events.filter((type) => type === 'JobFinished' || type === 'TranslationWritten')).toHaveLength(2);
    expect(site.written()).toBe(1);
    expect((await site.receive(jobId)).status).toBe(200);
    expect((await download({ jobs: [{ ateJobId: number }] })).body).toMatchObject([{ status: 10, jobId }]);
    expect(site.written()).toBe(1);
  });

  it('needs no names where it is known what is done', async () => {
    const { jobId, number } = await site.made();
    expect((await download()).body).toEqual([]);
    const { lockKey } = (await sync()).body;
    expect((await download({ lockKey })).body).toMatchObject([
      { jobId, ateJobId: number, automatic: true, status: 10, review_status: 'NEEDS_REVIEW', label: 'Complete' },
    ]);
  });

  it.each<[string, (content: string) => string, string]>([
    ['of another job', (content) => translatedFile(content, { original: '1-abc' }), 'i18n_xliff_mismatch'],
    ['into another language', (content) => translatedFile(content, { targetLanguage: 'es' }), 'i18n_xliff_mismatch'],
    [
      'that is half',
      (content) => translatedFile(content).replace(/<target state="translated">[\s\S]*?<\/target>/, '<target/>'),
      'i18n_xliff_incomplete',
    ],
    [
      'with other tags',
      (content) =>
        translatedFile(content).replace('&lt;/p&gt;</target>', '</target>').replace('</p>]]></target>', ']]></target>'),
      'i18n_units_differ',
    ],
    [
      'of a changed source',
      (content) =>
        translatedFile(content).replace('>Harvest Fair', '>Another fair').replace('[Harvest Fair', '[Another fair'),
      'i18n_xliff_source_changed',
    ],
    ['with a DOCTYPE', (content) => translatedFile(content).replace('?>', '?><!DOCTYPE x>'), 'i18n_xliff_malformed'],
    ['that is none', () => 'nothing', 'i18n_xliff_malformed'],
    [
      'of a bomb',
      () => '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aa">]><xliff>&a;</xliff>',
      'i18n_xliff_malformed',
    ],
  ])('is refused as a file %s', async (_what, translated, code) => {
    const { id, jobId, number } = await site.made();
    site.remote.translated = translated;
    expect(codesOf(await download({ jobs: [{ ateJobId: number }] }))).toEqual([code]);
    expect((await site.ask('GET', `/ate/jobs/${number}/fix`)).body).toEqual({ completed: false, error: true });
    const received = await site.receive(jobId);
    expect([received.status, received.body.code]).toEqual([422, code]);
    expect([(await site.job(id)).revision?.status, site.written()]).toEqual([1, 0]);
  });

  it('does not overwrite what a person has saved', async () => {
    const { id, jobId, number } = await site.made();
    await site.ask('POST', `/jobs/${jobId}`, { body: { units: { title: 'Foire' } } });
    expect(codesOf(await download({ jobs: [{ ateJobId: number }] }))).toEqual(['i18n_job_edited']);
    expect((await site.receive(jobId)).body.code).toBe('i18n_job_edited');
    expect((await site.job(id)).revision?.status).toBe(2);
  });

  it('is nothing yet where the engine is not done, late or away', async () => {
    const { jobId, number } = await site.made();
    site.remote.before = () => {
      throw remoteTimeout();
    };
    expect(codesOf(await download({ jobs: [{ ateJobId: number }] }))).toEqual(['i18n_remote_timeout']);
    const failed = await site.receive(jobId);
    expect([failed.status, failed.body.code, failed.headers.get('retry-after')]).toEqual([503, 'apply_failed', '300']);
    site.remote.before = () => undefined;
    site.remote.made.clear();
    const early = await site.receive(jobId);
    expect([early.status, early.body.code, early.headers.get('retry-after')]).toEqual([425, 'xliff_not_ready', '60']);
    expect((await site.ask('GET', `/ate/jobs/${number}/fix`)).body).toEqual({ completed: false, error: false });
  });

  it('stops no other where one fails', async () => {
    const [good, bad] = [await site.made(), await site.made({ elements: [{ type: 'post_post', id: 8 }] })];
    site.remote.translated = (content) =>
      Buffer.from(content, 'base64').includes('Winter') ? 'nothing' : translatedFile(content);
    const { body } = await download({ jobs: [bad, good].map(({ number }) => ({ ateJobId: number })) });
    expect(codesOf({ body })).toEqual(['i18n_xliff_malformed', undefined]);
  });
});

describe('the call back', () => {
  const ask = (path: string) => site.ask('GET', `/ate/jobs/receive/${path}`, { as: 'visitor' });

  it('does nothing without a token, for HEAD, and where a browser looks ahead', async () => {
    const { id, jobId } = await site.made();
    expect((await ask(String(jobId))).body).toBeNull();
    await site.receive(jobId, { headers: { 'sec-purpose': 'prefetch;prerender' } });
    expect([site.remote.fetched, (await site.job(id)).revision?.status]).toEqual([0, 1]);
  });

  it.each(['0000', 'é', '', 'f'.repeat(64)].filter((token) => token !== ''))('refuses the token %j', async (token) => {
    const { jobId } = await site.made();
    const { status, body } = await ask(`${jobId}?t=${encodeURIComponent(token)}`);
    expect([status, body.code, site.remote.fetched]).toEqual([403, 'i18n_ate_receive_invalid_token', 0]);
  });

  it('of one revision is none of another, and of a cancelled one nothing', async () => {
    const first = await site.made();
    await site.ask('POST', '/jobs/cancel', { body: [{ id: first.id, type: 'post' }] });
    const cancelled = await site.receive(first.jobId);
    expect([cancelled.status, cancelled.body.code]).toEqual([422, 'i18n_job_cancelled']);
    const second = await site.made();
    expect(second.id).toBe(first.id);
    expect((await site.receive(first.jobId)).body.code).toBe('i18n_job_cancelled');
    await site.receive(second.jobId);
    const third = await site.made();
    const late = await site.receive(second.jobId);
    expect([late.status, late.body.code]).toEqual([422, 'i18n_job_superseded']);
    expect((await site.job(third.id)).revision?.status).toBe(1);
  });

  it('about a job that is none says so', async () => {
    const { status, body } = await site.receive(99_999_999);
    expect([status, body.code, body.data]).toEqual([422, 'i18n_job_missing', { status: 422, jobId: 99_999_999 }]);
  });

  it('is bounded for each job', async () => {
    const { jobId } = await site.made();
    const statuses = [];
    for (let n = 0; n < 61; n++) statuses.push((await site.receive(jobId)).status);
    expect(statuses.slice(-2)).toEqual([200, 429]);
  });
});

describe('one job at the engine', () => {
  it('is shown by its number', async () => {
    const { number } = await site.made();
    const { body } = await site.ask('GET', `/ate/jobs/${number}`);
    expect(body).toEqual({
      [number]: {
        ...{
          id: number,
          status: 6,
          status_name: 'translated',
          source_language: 'en',
          target_language: 'fr-CA',
          progress: 100,
        },
        ...{ translated_xliff: `https://engine.test/v1/jobs/${number}/xliff`, is_unsolvable: false },
        updated_at: '2031-01-01T12:00:00.000Z',
      },
    });
  });

  it('belongs to who translates it', async () => {
    const { number } = await site.made();
    await site.ask('POST', '/translators', { body: { user_id: 3, language_pairs: { en: ['es-us'] } } });
    for (const path of [`/ate/jobs/${number}`, `/ate/jobs/${number}/fix`])
      expect((await site.ask('GET', path, { as: 'author' })).status).toBe(403);
    const { body } = await site.ask('POST', '/ate/jobs/download', {
      as: 'author',
      body: { jobs: [{ ateJobId: number }] },
    });
    expect(codesOf({ body })).toEqual(['rest_forbidden']);
  });

  it('is not fixed by who looks ahead', async () => {
    const { number } = await site.made();
    const { status } = await site.ask('GET', `/ate/jobs/${number}/fix`, { headers: { 'sec-purpose': 'prefetch' } });
    expect([status, site.remote.fetched]).toEqual([204, 0]);
    expect((await site.ask('GET', `/ate/jobs/${number}/fix`)).headers.get('cache-control')).toBe('no-store');
  });
});
