import { translationErrors } from '../errors.ts';
import { ownersOf, postSource } from '../jobs/owners.contract.ts';
import { serveTranslation } from '../testing.contract.ts';
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

describe('a delivery', () => {
  it('is stored once, however many report it at once', async () => {
    const { id, jobId, number } = await site.made();
    const told = await Promise.all([
      ...Array.from({ length: 5 }, () => site.receive(jobId)),
      ...Array.from({ length: 2 }, () => site.ask('GET', `/ate/jobs/${number}/fix`)),
      download({ jobs: [{ ateJobId: number, jobId }] }),
    ]);
    expect(told.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await site.job(id)).revision).toMatchObject({ status: 10, review: 'NEEDS_REVIEW' });
    const events = (await Array.fromAsync(site.served.store.readStream(`job-${id}`))).map(({ type }) => type);
    expect(events.filter((type) => type === 'JobFinished' || type === 'TranslationWritten')).toHaveLength(2);
    expect(site.written()).toBe(1);
    expect((await site.receive(jobId)).status).toBe(200);
    expect((await download({ jobs: [{ ateJobId: number }] })).body).toMatchObject([{ status: 10, jobId }]);
    expect(site.written()).toBe(1);
  });

  it('needs no names if its state is known', async () => {
    const { jobId, number } = await site.made();
    expect((await download()).body).toEqual([]);
    const { lockKey } = (await sync()).body;
    expect((await download({ lockKey })).body).toMatchObject([
      { jobId, ateJobId: number, automatic: true, status: 10, review_status: 'NEEDS_REVIEW', label: 'Complete' },
    ]);
  });

  it('is judged after permission for what the documents do not contain', async () => {
    const wrong = { lockKey: { a: 1 } };
    const refused = await download(wrong);
    expect([refused.status, refused.body.code, Object.keys(refused.body.data.params)]).toEqual([
      400,
      'rest_invalid_param',
      ['lockKey'],
    ]);
    expect(
      (await site.served.ask('POST', '/i18n/tm/v1/ate/jobs/download', { body: wrong, as: 'visitor' })).status,
    ).toBe(401);
    expect((await download({ lockKey: null })).body).toEqual([]);
  });

  it('asks no service if there is nothing to ask', async () => {
    const none = await serveTranslation({}, ownersOf([postSource]));
    const ask = (path: string, body: unknown) => none.ask('POST', `/i18n/tm/v1${path}`, { body });
    const elements = [{ type: 'post_post', id: 7 }];
    const { body: batch } = await ask('/batches', { elements, target_languages: ['fr-ca'] });
    const { job_id } = batch.jobs[0].extra_data;
    await ask('/ate/jobs/store', { i18n_job_id: String(job_id), ate_job_data: { ate_job_id: 7_001 } });
    const unknown = await ask('/ate/jobs/download', { jobs: [{ ateJobId: 7_002 }] });
    expect([unknown.status, codesOf(unknown)]).toEqual([200, ['i18n_job_not_found']]);
    const linked = await ask('/ate/jobs/download', { jobs: [{ ateJobId: 7_001 }] });
    expect([linked.status, linked.body.code]).toEqual([503, 'i18n_remote_unavailable']);
    await none.stop();
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

  it('does not overwrite a person’s text', async () => {
    const { id, jobId, number } = await site.made();
    await site.ask('POST', `/jobs/${jobId}`, { body: { units: { title: 'Foire' } } });
    expect(codesOf(await download({ jobs: [{ ateJobId: number }] }))).toEqual(['i18n_job_edited']);
    expect((await site.receive(jobId)).body.code).toBe('i18n_job_edited');
    expect((await site.job(id)).revision?.status).toBe(2);
  });

  it('overwrites no person’s text if some of it equals the delivery', async () => {
    const { id, jobId, number } = await site.made();
    await site.ask('POST', `/jobs/${jobId}`, { body: { units: { title: 'HARVEST FAIR' } } });
    expect(codesOf(await download({ jobs: [{ ateJobId: number }] }))).toEqual(['i18n_job_edited']);
    expect((await site.job(id)).revision?.status).toBe(2);
  });

  it('is stored with other texts once its owner has refused it', async () => {
    const { id, jobId, number } = await site.made();
    const refused = async (): Promise<void> => {
      site.refuseNext('term_exists');
      expect(codesOf(await download({ jobs: [{ ateJobId: number }] }))).toEqual(['term_exists']);
    };
    const translatedAs = (title: string) => {
      site.remote.translated = (content) => translatedFile(content).replace('HARVEST FAIR', title);
    };
    await refused();
    translatedAs('FAIR OF THE HARVEST');
    await refused();
    translatedAs('THE HARVEST');
    expect(codesOf(await download({ jobs: [{ ateJobId: number }] }))).toEqual([undefined]);
    expect((await site.job(id)).revision?.status).toBe(10);
    const units = (await site.ask('GET', `/jobs/${jobId}`)).body.units;
    expect(units[0]).toMatchObject({ id: 'title', target: 'THE HARVEST' });
  });

  it('does not overwrite a text that a person has saved after its owner’s refusal', async () => {
    const { id, jobId, number } = await site.made();
    site.refuseNext('term_exists');
    await download({ jobs: [{ ateJobId: number }] });
    await site.ask('POST', `/jobs/${jobId}`, { body: { units: { title: 'Foire' } } });
    site.remote.translated = (content) => translatedFile(content).replace('HARVEST FAIR', 'THE HARVEST');
    expect(codesOf(await download({ jobs: [{ ateJobId: number }] }))).toEqual(['i18n_job_edited']);
    expect((await site.job(id)).revision?.status).toBe(2);
  });

  it('is missing while the engine is not done, late or away', async () => {
    const { jobId, number } = await site.made();
    site.remote.before = () => {
      throw translationErrors.remoteTimeout();
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

  it('stops no other if one fails', async () => {
    const [good, bad] = [await site.made(), await site.made({ elements: [{ type: 'post_post', id: 8 }] })];
    site.remote.translated = (content) =>
      Buffer.from(content, 'base64').includes('Winter') ? 'nothing' : translatedFile(content);
    const { body } = await download({ jobs: [bad, good].map(({ number }) => ({ ateJobId: number })) });
    expect(codesOf({ body })).toEqual(['i18n_xliff_malformed', undefined]);
    expect(body[0].error.message).toMatch(/^The file cannot be read: line 1: \w/);
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
        translated_xliff: `https://engine.test/v1/jobs/${number}/xliff`,
        is_unsolvable: false,
        updated_at: '2031-01-01T12:00:00.000Z',
      },
    });
  });

  it('is missing if the engine has no such number', async () => {
    const answers = await Promise.all([99_999_999, 0].map((number) => site.ask('GET', `/ate/jobs/${number}`)));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'i18n_job_not_found'],
      [404, 'i18n_job_not_found'],
    ]);
  });

  it('belongs to its translator', async () => {
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

  it('is not changed by a prefetch', async () => {
    const { number } = await site.made();
    const { status } = await site.ask('GET', `/ate/jobs/${number}/fix`, { headers: { 'sec-purpose': 'prefetch' } });
    expect([status, site.remote.fetched]).toEqual([204, 0]);
    expect((await site.ask('GET', `/ate/jobs/${number}/fix`)).headers.get('cache-control')).toBe('no-store');
  });
});
