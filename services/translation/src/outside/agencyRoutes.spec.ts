import { translationErrors } from '../errors.ts';
import { batchDecider, batches } from '../jobs/batch.ts';
import { sendBatch } from '../jobs/sendBatch.ts';
import { withoutDocuments } from '../testing.contract.ts';
import { type EngineSite, startEngineSite } from './engineSite.contract.ts';
import { translatedFile } from './fakeServices.contract.ts';

const context = { principal: 'system', language: 'en', correlation: 'spec', causation: 'spec' } as const;

interface JobItem {
  readonly id: number;
  readonly batch: { readonly id: number };
}

let site: EngineSite;
beforeEach(async () => {
  site = await startEngineSite();
});
afterEach(() => site.stop());

const send = async (ids: readonly number[] = [7]): Promise<JobItem[]> => {
  const elements = ids.map((id) => ({ type: 'post_post', id }));
  const body = { elements, target_languages: ['fr-ca'], channel: 'tp' };
  return (await site.ask('POST', '/batches', { body })).body.jobs;
};
/** Sends posts to the agency, which accepts them. */
const taken = async (ids?: readonly number[]): Promise<JobItem[]> => {
  const sent = await send(ids);
  await site.doEffects();
  return sent;
};
const sync = (batchId: unknown) => site.ask('POST', '/tp/batches/sync', { body: { batchId } });
const apply = async (body: unknown = [], more: object = {}) =>
  (await site.ask('POST', '/tp/apply-translations', { body, ...more })).body;
const statusOf = async (id: number) => (await site.job(id)).revision?.status;
const ready = (): void => {
  site.remote.agencyState = 'translation_ready';
};

describe('jobs at an agency', () => {
  it('wait until the agency has accepted them, and are accepted once', async () => {
    const [job] = await send();
    expect(job).toMatchObject({ status: 102, tp_id: null, translation_service: 'Agency', batch: { tp_id: null } });
    await site.doEffects();
    const listed = async () => (await site.ask('GET', `/jobs?scope=remote&id=${job?.id}`)).body.jobs[0];
    expect(await listed()).toMatchObject({ status: 2, tp_id: 9_001, batch: { tp_id: 501 } });
    const before = (await site.served.store.readLog(0)).length;
    await site.doEffects();
    expect([site.remote.made.size, (await site.served.store.readLog(0)).length]).toEqual([1, before]);
  });

  it('are retried if the agency is away', async () => {
    const [job] = await send();
    site.remote.before = () => {
      throw translationErrors.remoteUnavailable();
    };
    await expect(site.doEffects()).rejects.toMatchObject({ code: 'i18n_remote_unavailable' });
    expect(await statusOf(job?.id ?? 0)).toBe(102);
    site.remote.before = () => undefined;
    await site.doEffects();
    expect(await statusOf(job?.id ?? 0)).toBe(2);
  });

  it('are all accepted, before the documents of all of them exist', async () => {
    const records = [7, 8].map((id) => ({ type: 'post_post' as const, id }));
    const { translation } = site.served;
    const { commands } = withoutDocuments(translation);
    const asked = { elements: records, target_languages: ['fr-ca'] as const, name: '', deadline: '', translator_id: 0 };
    const rights = { user: 1, administers: true, manages: true, translates: true, pairs: {} };
    const batch = { ...asked, channel: 'tp', automatic: false } as const;
    const id = await sendBatch(translation, batch, { commands, context, rights });
    const { result: body } = await commands.run(context, (unit) => unit.load(batchDecider, id));
    await site.served.documents.write([{ collection: batches, id, version: body.version, body }]);
    await site.doEffects();
    const jobs = await Promise.all(body.jobs.map(site.job));
    expect(jobs.map((job) => [job?.revision?.status, job?.revision?.tp_id])).toEqual([
      [2, 9_001],
      [2, 9_002],
    ]);
  });

  it('are ready once the agency has checked again', async () => {
    const [job] = await taken();
    ready();
    expect((await sync(job?.batch.id)).body).toEqual([job?.batch.id]);
    const listed = (await site.ask('GET', `/jobs?id=${job?.id}`)).body.jobs[0];
    expect(listed).toMatchObject({ status: 4, ts_status: 'translation_ready' });
  });

  it('are checked by the ids of their batches or by the numbers of the agency, and answered as named', async () => {
    const first = (await taken([7]))[0]?.batch.id;
    const second = (await taken([8]))[0]?.batch.id;
    expect((await sync([second, first, second])).body).toEqual([second, first]);
    expect((await sync([502, 501])).body).toEqual([502, 501]);
    const mixed = await sync([first, 502]);
    expect([mixed.status, mixed.body.code]).toEqual([404, 'i18n_batch_not_found']);
  });

  it('are not checked before the agency has accepted their batch', async () => {
    const [job] = await send();
    expect((await sync(job?.batch.id)).body).toEqual([]);
    expect((await sync(501)).body.code).toBe('i18n_batch_not_found');
  });

  it.each<[unknown, number, string]>([
    [[], 422, 'i18n_batch_invalid'],
    ['spring', 422, 'i18n_batch_invalid'],
    [[1, 'x'], 422, 'i18n_batch_invalid'],
    [0, 422, 'i18n_batch_invalid'],
    [{ id: 1 }, 422, 'i18n_batch_invalid'],
    [99_999_999, 404, 'i18n_batch_not_found'],
    [undefined, 400, 'rest_missing_callback_param'],
  ])('are not looked for in a batch %j', async (batch, status, code) => {
    const { status: said, body } = await sync(batch);
    expect([said, body.code]).toEqual([status, code]);
  });

  it('are cancelled at the agency when they are cancelled while it accepts them', async () => {
    const [job] = await send();
    site.remote.before = async () => {
      site.remote.before = () => undefined;
      await site.ask('POST', '/jobs/cancel', { body: [{ id: job?.id, type: 'post' }] });
    };
    await site.doEffects();
    expect([await statusOf(job?.id ?? 0), site.remote.cancelled]).toEqual([0, [9_001]]);
  });

  it('are not the engine’s', async () => {
    const [job] = await taken();
    const { job_id } = (await site.job(job?.id ?? 0)).revision ?? {};
    const body = { i18n_job_id: String(job_id), ate_job_data: { ate_job_id: 7_001 } };
    const { status, body: answer } = await site.ask('POST', '/ate/jobs/store', { body });
    expect([status, answer]).toMatchObject([409, { code: 'i18n_job_bad_transition', data: { attempted: 'store' } }]);
    expect((await site.job(job?.id ?? 0)).revision).toMatchObject({ channel: 'tp', editor_job_id: null });
  });

  it('are cancelled at the agency when they are cancelled here', async () => {
    const [job] = await taken();
    await site.ask('POST', '/jobs/cancel', { body: [{ id: job?.id, type: 'post' }] });
    await site.doEffects();
    expect([await statusOf(job?.id ?? 0), site.remote.cancelled]).toEqual([0, [9_001]]);
  });
});

describe('a delivery of an agency', () => {
  it('is stored once, and the list shows the time of the request', async () => {
    const [job] = await taken();
    expect(await apply()).toEqual({ applied: [], failed: [] });
    ready();
    expect(await apply()).toEqual({ applied: [{ id: job?.id, type: 'post', status: 10 }], failed: [] });
    expect(await apply()).toEqual({ applied: [], failed: [] });
    expect(site.written()).toBe(1);
    const { last_picked_up_date } = (await site.ask('GET', '/jobs')).body;
    expect(last_picked_up_date).toBe('2031-01-01 12:00:00');
    const { body } = await site.ask('GET', '/tp/batches/status');
    expect(body).toEqual({ total: 1, done: 1, failed: 0, running: 0 });
  });

  it('is stored for the requested jobs', async () => {
    const [fair, market] = await taken([7, 8]);
    ready();
    expect(await apply([{ id: fair?.id, type: 'term' }])).toEqual({ applied: [], failed: [] });
    expect(await apply({ original_element_id: 9, element_type: 'post_post' })).toEqual({ applied: [], failed: [] });
    expect((await apply([{ id: `${fair?.id}`, type: 'post' }])).applied).toMatchObject([{ id: fair?.id, status: 10 }]);
    const { applied } = await apply({ original_element_id: '8', element_type: 'post_post' });
    expect(applied).toMatchObject([{ id: market?.id, status: 10 }]);
  });

  it.each<[unknown]>([[7], ['x'], [true], [null], [[7]], [[{ id: 'x' }]], [[{ id: 0 }]], [{ original_element_id: 7 }]])(
    'is refused for %j, which is judged after permission',
    async (body) => {
      const { status, body: answer } = await site.ask('POST', '/tp/apply-translations', { body });
      expect([status, answer.code]).toEqual([400, 'rest_invalid_param']);
      expect((await site.ask('POST', '/tp/apply-translations', { as: 'visitor', body })).status).toBe(401);
    },
  );

  it('is ignored if it was cancelled there', async () => {
    const [job] = await taken();
    site.remote.agencyState = 'cancelled';
    expect(await apply()).toEqual({ applied: [{ id: job?.id, type: 'post', status: 0 }], failed: [] });
    expect((await site.ask('GET', '/jobs')).body.total).toBe(0);
  });

  it('stops no other if its file is faulty', async () => {
    const [fair, market] = await taken([7, 8]);
    ready();
    site.remote.translated = (content) =>
      Buffer.from(content, 'base64').includes('Winter') ? 'nothing' : translatedFile(content);
    const { applied, failed } = await apply();
    expect(applied).toMatchObject([{ id: fair?.id, status: 10 }]);
    expect(failed).toMatchObject([{ id: market?.id, tp_id: 9_002, reason: 'i18n_xliff_malformed', kind: 'failed' }]);
    expect(await statusOf(market?.id ?? 0)).toBe(4);
  });

  it('is requested by users who see the job', async () => {
    await taken();
    ready();
    await site.ask('POST', '/translators', { body: { user_id: 3, language_pairs: { en: ['es-us'] } } });
    expect(await apply([], { as: 'author' })).toEqual({ applied: [], failed: [] });
    expect((await site.ask('POST', '/tp/apply-translations', { as: 'editor', body: [] })).status).toBe(403);
  });

  it('changes nothing if the agency is away', async () => {
    const [job] = await taken();
    site.remote.before = () => {
      throw translationErrors.remoteUnavailable();
    };
    site.remote.agency.jobs = async () => {
      throw translationErrors.remoteUnavailable();
    };
    const { status, body } = await site.ask('POST', '/tp/apply-translations', { body: [] });
    expect([status, body.code, await statusOf(job?.id ?? 0)]).toEqual([503, 'i18n_remote_unavailable', 2]);
  });
});

describe('the file of an agency', () => {
  const file = (id: number | undefined, more = '/post', as: 'administrator' | 'author' = 'administrator') =>
    site.ask('GET', `/tp/xliff/download/${id}${more}`, { as });

  it('is returned, or its texts as JSON', async () => {
    const [job] = await taken();
    const early = await file(job?.id);
    expect([early.status, early.body.code]).toEqual([409, 'i18n_job_not_ready']);
    ready();
    await sync(job?.batch.id);
    const { status, headers, body } = await file(job?.id);
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'application/xliff+xml',
      `attachment; filename="job-${job?.id}.xliff"`,
    ]);
    expect(body).toContain('HARVEST FAIR');
    expect((await file(job?.id, '/post?json=true')).body).toEqual({
      source_language: 'en',
      target_language: 'fr-CA',
      translations: [
        { field: 'title', source: 'Harvest Fair', target: 'HARVEST FAIR' },
        { field: 'body', source: '<p>Come.</p>', target: '<p>COME.</p>' },
      ],
    });
  });

  it('is reported as the agency’s fault if its texts cannot be read', async () => {
    const [job] = await taken();
    ready();
    await sync(job?.batch.id);
    site.remote.translated = () => 'nothing';
    const { status, body } = await file(job?.id, '/post?json=true');
    expect([status, body.code]).toEqual([502, 'i18n_remote_error']);
  });

  it('is refused for an unknown job, another type, or another user', async () => {
    const [job] = await taken();
    const answers = [await file(99_999_999), await file(job?.id, '/string')];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 2 }, () => [404, 'i18n_job_not_found']),
    );
    await site.ask('POST', '/translators', { body: { user_id: 3, language_pairs: { en: ['es-us'] } } });
    expect((await file(job?.id, '/post', 'author')).status).toBe(403);
  });
});
