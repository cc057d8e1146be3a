import { type EventData, postChanged, type SourceRecord, tagChanged, venueChanged } from '@almanac/contracts';
import { system } from '@almanac/identity';
import { type Asker, type Asking, serveTranslation, type TestService, withoutDocuments } from '../testing.contract.ts';
import { ownersOf, postSource } from './owners.contract.ts';
import { saveUnits } from './saveUnits.ts';

const TM = '/i18n/tm/v1';

type Texts = EventData<'core.post-changed.v1'>['texts'];

describe('jobs', () => {
  let served: TestService;
  let records: SourceRecord[];
  beforeEach(async () => {
    records = [
      postSource,
      { ...postSource, id: 8, group: 8, title: 'Winter market', units: [{ id: 'title', text: 'Winter market' }] },
    ];
    served = await serveTranslation({}, ownersOf(records));
    await served.deliver({ type: 'core.user-changed.v1', data: { id: 3, name: 'Author One', slug: 'a' } });
  });
  afterEach(() => served.stop());

  const ask = (method: string, path: string, asking: Asking = {}) => served.ask(method, `${TM}${path}`, asking);
  const send = async (more: object = {}, as: Asker = 'administrator') => {
    const elements = [{ type: 'post_post', id: 7 }];
    return ask('POST', '/batches', { as, body: { elements, target_languages: ['fr-ca'], ...more } });
  };
  const sent = async (more: object = {}) => {
    const { status, body } = await send(more);
    expect([status, body.code]).toEqual([201, undefined]);
    return body.jobs[0] as { id: number; extra_data: { job_id: number } };
  };
  const save = (jobId: number, body: object, as: Asker = 'administrator') =>
    ask('POST', `/jobs/${jobId}`, { as, body });
  const translator = (user_id: number, targets = ['fr-ca']) =>
    ask('POST', '/translators', { body: { user_id, language_pairs: { en: targets } } });

  /** Delivers the owner's answer to a finished job. */
  const answered = async (id: number, answer: object = {}) => {
    const { body } = await ask('GET', `/jobs?id=${id}`);
    const jobId = body.jobs[0].extra_data.job_id;
    const said = (await served.ask('GET', `/internal/finished-jobs/${jobId}`, { as: 'site' })).body;
    const { units: _, unfiltered: __, hold: ___, by: ____, ...finished } = said;
    const data = { ...finished, id: 80, path: '/fr-ca/foire/', status: 'publish', held: false, ...answer };
    await served.deliver({ type: 'core.translation-written.v1', data });
    return said;
  };
  const completed = async (job: { id: number; extra_data: { job_id: number } }, units: object) => {
    const saving = save(job.extra_data.job_id, { units, complete: true });
    await until(
      async () =>
        (await served.ask('GET', `/internal/finished-jobs/${job.extra_data.job_id}`, { as: 'site' })).status === 200,
    );
    const said = await answered(job.id);
    return { said, answer: await saving };
  };
  const until = async (look: () => Promise<boolean>) => {
    while (!(await look())) await new Promise((resolve) => setImmediate(resolve));
  };

  it('are sent, saved, finished and written', async () => {
    const job = await sent({ name: 'Spring', deadline: '2031-05-01' });
    expect(job).toMatchObject({ status: 1, progress: '', batch: { name: 'Spring' }, overdue: false, view_url: '' });
    const { job_id } = job.extra_data;
    const units = { title: 'Foire' };
    expect((await save(job_id, { units })).body).toMatchObject({ status: 2, progress: '50%', translator_id: 1 });
    expect((await save(job_id, { units: [] })).body).toMatchObject({ status: 2, progress: '50%' });
    for (const sent of [{}, { body: '' }, { body: ' \n' }])
      expect((await save(job_id, { units: sent, complete: true })).body).toMatchObject({
        code: 'i18n_job_incomplete',
        data: { units: ['body'] },
      });
    const { said, answer } = await completed(job, { body: '<b>Venez.</b>' });
    expect(said).toMatchObject({
      units: [
        { id: 'title', text: 'Foire' },
        { id: 'body', text: '<b>Venez.</b>' },
      ],
      unfiltered: true,
      hold: false,
      by: 1,
      language: 'fr-ca',
    });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { status: 10, progress: '', view_url: 'http://site.test/fr-ca/foire/' },
    ]);
    expect(answer.body.warnings).toEqual([{ unit: 'body', missing: ['<p>', '</p>'], added: ['<b>', '</b>'] }]);
    expect((await save(job_id, { units })).body).toMatchObject({ data: { from: 10, attempted: 'save' } });
  });

  it('need an update when their source changes, and remember the translated texts', async () => {
    const job = await sent();
    await completed(job, { title: 'Foire', body: '<p>Venez.</p>' });
    const texts = { version: 4, units: { title: 'other' } };
    const change = { type: 'core.post-changed.v1', data: { id: 7, title: 'Great &amp; Fair', texts } };
    await served.deliver(change, change);
    const flagged = await ask('GET', '/jobs?status=3');
    expect(flagged.body).toMatchObject({ total: 1, jobs: [{ needs_update: true, element: { name: 'Great & Fair' } }] });
    records[0] = { ...postSource, version: 4, units: [{ id: 'title', text: 'Great Fair' }, postSource.units[1]!] };
    const again = await sent();
    expect([again.id, again.extra_data.job_id === job.extra_data.job_id]).toEqual([job.id, false]);
    expect((await ask('GET', `/jobs/${again.extra_data.job_id}`)).body.units).toEqual([
      { id: 'title', source: 'Great Fair', target: 'Foire', finished: false },
      { id: 'body', source: '<p>Come.</p>', target: '<p>Venez.</p>', finished: true },
    ]);
    expect((await ask('GET', `/jobs/${job.extra_data.job_id}`)).body.code).toBe('i18n_job_superseded');
    expect((await ask('POST', '/jobs/cancel', { body: [{ id: job.id, type: 'post' }] })).body).toHaveLength(1);
    expect((await ask('GET', `/jobs?id=${job.id}`)).body.jobs).toMatchObject([{ status: 10, needs_update: true }]);
    expect((await ask('GET', `/jobs/${again.extra_data.job_id}`)).body.code).toBe('i18n_job_cancelled');
  });

  it.each([
    { type: 'post_post', told: (texts: Texts) => postChanged.of('post-7', { id: 7, title: 'Great Fair', texts }) },
    { type: 'post_cal_venue', told: (texts: Texts) => venueChanged.of('venue-7', { id: 7, title: 'Quay', texts }) },
    { type: 'tax_post_tag', told: (texts: Texts) => tagChanged.of('tag-7', { id: 7, name: 'Fairs', texts }) },
  ] as const)(
    'need no update for a minor edit of $type, which later ones are compared with',
    async ({ type, told }) => {
      records[0] = { ...postSource, type };
      await sent({ elements: [{ type, id: 7 }] });
      const flaggedBy = async (texts: Texts) => {
        await served.deliver(told(texts));
        return (await ask('GET', '/jobs?status=3')).body.total;
      };
      expect(await flaggedBy({ version: 4, units: { title: 'other' }, minor: true })).toBe(0);
      expect(await flaggedBy({ version: 5, units: { title: 'other' } })).toBe(0);
      expect(await flaggedBy({ version: 6, units: { title: 'another' } })).toBe(1);
    },
  );

  it('notice a change that came between reading their source and sending them', async () => {
    const [before] = records;
    const after = { ...postSource, version: 4, units: [{ id: 'title', text: 'Great Fair' }] };
    let reads = 0;
    const owners = ownersOf(records);
    const racing = await serveTranslation({}, (service, path, init) => {
      if (path === '/internal/translation-sources') records[0] = reads++ === 0 ? (before as SourceRecord) : after;
      return owners(service, path, init);
    });
    const body = { elements: [{ type: 'post_post', id: 7 }], target_languages: ['fr-ca'] };
    const { status, body: sent } = await racing.ask('POST', `${TM}/batches`, { body });
    expect([status, sent.jobs[0].needs_update]).toEqual([201, true]);
    const texts = { version: 4, units: { title: 'other', body: null } };
    const log = (await racing.store.readLog(0)).length;
    await racing.deliver({ type: 'core.post-changed.v1', data: { id: 7, texts } });
    expect((await racing.store.readLog(0)).length).toBe(log);
    await racing.stop();
  });

  it.each([
    ['calendar.erased.v1', { kind: 'organizer' }],
    ['calendar.organizer-changed.v1', { title: null, slug: null, path: null, texts: null }],
  ])('forget an erased organizer’s name and page: %s', async (type, data) => {
    records[0] = { ...postSource, type: 'post_cal_organizer' };
    const job = await sent({ elements: [{ type: 'post_cal_organizer', id: 7 }] });
    await completed(job, { title: 'Foire', body: '<p>Venez.</p>' });
    const told = async () => {
      const [{ element, view_url, view_original_url }] = (await ask('GET', `/jobs?id=${job.id}`)).body.jobs;
      return [element.name, view_url, view_original_url];
    };
    await served.deliver({ type: 'calendar.erased.v1', data: { kind: 'venue', id: 7 } });
    expect(await told()).toEqual(['Harvest Fair', 'http://site.test/fr-ca/foire/', 'http://site.test/harvest-fair/']);
    await served.deliver({ type, data: { ...data, id: 7 } }, { type, data: { ...data, id: 80 } });
    expect(await told()).toEqual(['', '', '']);
  });

  it.each([
    ['core.post-changed.v1', 'post_post', { path: null, status: 'trash' }],
    ['core.post-deleted.v1', 'post_post', {}],
    ['calendar.venue-trashed.v1', 'post_cal_venue', { path: null }],
    ['calendar.venue-deleted.v1', 'post_cal_venue', {}],
  ])('contain no address of a deleted version or source: %s', async (type, element, data) => {
    records[0] = { ...postSource, type: element as SourceRecord['type'] };
    const job = await sent({ elements: [{ type: element, id: 7 }] });
    await completed(job, { title: 'Foire', body: '<p>Venez.</p>' });
    const addresses = async () => {
      const [{ view_url, view_original_url }] = (await ask('GET', `/jobs?id=${job.id}`)).body.jobs;
      return [view_url, view_original_url];
    };
    expect(await addresses()).toEqual(['http://site.test/fr-ca/foire/', 'http://site.test/harvest-fair/']);
    const gone = (id: number) => served.deliver({ type, data: { ...data, id } });
    await gone(80);
    expect(await addresses()).toEqual(['', 'http://site.test/harvest-fair/']);
    await gone(7);
    expect(await addresses()).toEqual(['', '']);
  });

  it('are not created if their source was deleted between reading it and sending them', async () => {
    let reads = 0;
    const owners = ownersOf(records);
    const hearing = await serveTranslation({}, (service, path, init) => {
      if (path === '/internal/translation-sources' && reads++ > 0) records.length = 0;
      return owners(service, path, init);
    });
    const elements = [{ type: 'post_post', id: 7 }];
    const { body } = await hearing.ask('POST', `${TM}/batches`, { body: { elements, target_languages: ['fr-ca'] } });
    expect([reads, body.jobs]).toMatchObject([2, [{ status: 0 }]]);
    expect((await hearing.ask('GET', `${TM}/jobs`)).body.total).toBe(0);
    await hearing.stop();
  });

  it('end with their source, and are free when their translator is removed', async () => {
    await translator(3);
    const [job, other] = [await sent({ translator_id: 3 }), await sent({ elements: [{ type: 'post_post', id: 8 }] })];
    await served.deliver({ type: 'core.user-deleted.v1', data: { id: 3, reassign: null } });
    expect((await ask('GET', `/jobs?id=${job.id}`)).body.jobs).toMatchObject([{ translator_id: 0 }]);
    await served.deliver({ type: 'core.post-deleted.v1', data: { id: 7 } });
    expect((await ask('GET', '/jobs')).body.jobs.map(({ id }: { id: number }) => id)).toEqual([other.id]);
  });

  it('are refused if they cannot be sent, and nothing is stored', async () => {
    const refusal = async (more: object) => {
      const { status, body } = await send(more);
      return [status, body.code, ...Object.keys(body.data.params ?? {})];
    };
    const BAD = 'rest_invalid_param';
    expect(await refusal({ elements: [{ type: 'post_post', id: 99 }] })).toEqual([400, BAD, 'elements']);
    expect(await refusal({ elements: [{ type: '__proto__', id: 7 }] })).toEqual([400, BAD, 'elements']);
    expect(await refusal({ elements: [] })).toEqual([400, BAD, 'elements']);
    expect(await refusal({ target_languages: ['en'] })).toEqual([400, BAD, 'target_languages']);
    expect(await refusal({ target_languages: ['de'] })).toEqual([400, BAD, 'target_languages']);
    expect(await refusal({ deadline: '2031-02-30' })).toEqual([400, BAD, 'deadline']);
    expect(await refusal({ name: 'x'.repeat(161) })).toEqual([400, BAD, 'name']);
    expect(await refusal({ automatic: true })).toEqual([400, BAD, 'automatic']);
    expect(await refusal({ translator_id: 5 })).toEqual([404, 'i18n_translator_not_found']);
    await translator(4, ['es-us']);
    expect(await refusal({ translator_id: 4 })).toEqual([422, 'i18n_translator_language_pair']);
    expect(await refusal({ channel: 'ate' })).toEqual([503, 'i18n_remote_unavailable']);
    records.push({ ...postSource, id: 9, group: 9, units: [] });
    expect(await refusal({ elements: [{ type: 'post_post', id: 9 }] })).toEqual([422, 'i18n_nothing_to_translate']);
    records.push(
      { ...postSource, id: 10, group: 10, status: 'trash' },
      { ...postSource, id: 11, group: 11, translatable: false },
    );
    for (const id of [10, 11])
      expect(await refusal({ elements: [{ type: 'post_post', id }] })).toEqual([400, BAD, 'elements']);
    expect((await ask('GET', '/jobs')).body).toMatchObject({ total: 0, jobs: [] });
    await sent();
    expect(await refusal({})).toEqual([409, 'i18n_job_open']);
    const both = await Promise.all([send({ target_languages: ['es-us'] }), send({ target_languages: ['es-us'] })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('are visible to managers, and to others if they are theirs', async () => {
    await translator(3);
    await translator(4, ['es-us']);
    const { body } = await send({ target_languages: ['fr-ca', 'es-us'] });
    const [french, spanish] = body.jobs.map((each: { extra_data: { job_id: number } }) => each.extra_data.job_id);
    const total = async (as: Asker) => (await ask('GET', '/jobs', { as })).body.total;
    expect([await total('administrator'), await total('author'), await total('contributor')]).toEqual([2, 1, 1]);
    const status = async (as: Asker, jobId: number) => (await ask('GET', `/jobs/${jobId}`, { as })).status;
    expect([await status('author', french), await status('author', spanish)]).toEqual([200, 403]);
    const assign = async (as: Asker, jobId: number, translatorId: number) =>
      (await ask('POST', '/jobs/assign', { as, body: { jobId, translatorId } })).status;
    expect(await assign('author', spanish, 3)).toBe(403);
    expect(await assign('author', french, 4)).toBe(403);
    expect(await assign('author', french, 3)).toBe(200);
    expect(await assign('author', french, 0)).toBe(200);
    expect(await assign('administrator', french, 1)).toBe(200);
    expect(await status('author', french)).toBe(403);
    const cancel = [{ id: body.jobs[0].id, type: 'post' }];
    expect((await ask('POST', '/jobs/cancel', { as: 'author', body: cancel })).status).toBe(403);
    expect((await ask('POST', '/jobs/cancel', { body: [{ ...cancel[0], type: 'term' }] })).body).toEqual([]);
    for (const wrong of [{ id: 1 }, [], [1], Array(501).fill(cancel[0]), [{ id: 'x', type: 'post' }], 'x', 7, null])
      expect((await ask('POST', '/jobs/cancel', { body: wrong })).body.code).toBe('rest_invalid_param');
    const named = [{ ...cancel[0], id: `${cancel[0]?.id}` }];
    expect((await ask('POST', '/jobs/cancel', { body: named })).body).toEqual(cancel);
  });

  it('are not cancelled by a translator from whom they are taken meanwhile', async () => {
    await translator(3);
    const { id, extra_data } = await sent({ translator_id: 3 });
    const { getMany } = served.documents;
    const reassigned: typeof getMany = async (collection, ids) => {
      const found = await getMany(collection, ids);
      Object.assign(served.documents, { getMany });
      await ask('POST', '/jobs/assign', { body: { jobId: extra_data.job_id, translatorId: 1 } });
      return found as never;
    };
    Object.assign(served.documents, { getMany: reassigned });
    const { status } = await ask('POST', '/jobs/cancel', { as: 'author', body: [{ id, type: 'post' }] });
    const [job] = (await ask('GET', '/jobs')).body.jobs;
    expect([status, job.status, job.translator_id]).toEqual([403, 1, 1]);
  });

  it('store large texts beside the log', async () => {
    const text = `<p>${'Lang. '.repeat(20_000)}</p>`;
    records[0] = { ...postSource, units: [{ id: 'body', text }] };
    const job = await sent();
    await save(job.extra_data.job_id, { units: { body: text.replaceAll('Lang', 'Long') } });
    expect(JSON.stringify(await served.store.readLog(0))).not.toContain('Lang. Lang.');
    const [unit] = (await ask('GET', `/jobs/${job.extra_data.job_id}`)).body.units;
    expect(unit).toEqual({ id: 'body', source: text, target: text.replaceAll('Lang', 'Long'), finished: true });
  });

  it('begin with existing translations of the same text', async () => {
    await completed(await sent(), { title: 'Foire', body: '<p>Venez.</p>' });
    records.push({ ...postSource, id: 12, group: 12 });
    const job = await sent({ elements: [{ type: 'post_post', id: 12 }] });
    expect((await ask('GET', `/jobs/${job.extra_data.job_id}`)).body.units).toMatchObject([
      { target: 'Foire', finished: false },
      { target: '<p>Venez.</p>', finished: false },
    ]);
  });

  it('are answered to their owner from the log, before the documents are updated', async () => {
    const { job_id: jobId } = (await sent()).extra_data;
    const behind = withoutDocuments(served.translation);
    const context = { principal: 'system', language: 'en', correlation: 'spec', causation: 'spec' } as const;
    const texts = new Map([
      ['title', 'Foire'],
      ['body', '<p>Venez.</p>'],
    ]);
    await saveUnits(behind, { commands: behind.commands, context, principal: system, jobId, texts, complete: true });
    const { status, body } = await served.ask('GET', `/internal/finished-jobs/${jobId}`, { as: 'site' });
    expect([status, body]).toMatchObject([200, { jobId, units: [{ text: 'Foire' }, { text: '<p>Venez.</p>' }] }]);
  });

  it('are free when their translator is removed while the owner has them and refuses them', async () => {
    await translator(3);
    const { id, extra_data } = await sent({ translator_id: 3 });
    const { job_id: jobId } = extra_data;
    const context = { principal: 'user:3', language: 'en', correlation: 'spec', causation: 'spec' } as const;
    const texts = new Map(postSource.units.map((unit) => [unit.id, unit.text]));
    const { translation } = served;
    const { commands } = translation;
    await saveUnits(translation, { commands, context, principal: system, jobId, texts, complete: true });
    await ask('DELETE', '/translators/3');
    const { hash } = (await served.ask('GET', `/internal/finished-jobs/${jobId}`, { as: 'site' })).body;
    const source = { type: 'post_post', id: 7 };
    const data = { job: id, jobId, hash, source, language: 'fr-ca', code: 'term_exists', gone: false };
    await served.deliver({ type: 'core.translation-refused.v1', data });
    expect((await ask('GET', `/jobs?id=${id}`)).body.jobs).toMatchObject([{ status: 2, translator_id: 0 }]);
  });

  it('are open again, with the reason, when the owner cannot write them', async () => {
    const job = await sent();
    const { job_id: jobId } = job.extra_data;
    const saving = save(jobId, { units: { title: 'Foire', body: 'x' }, complete: true });
    await until(
      async () => (await served.ask('GET', `/internal/finished-jobs/${jobId}`, { as: 'site' })).status === 200,
    );
    const { hash } = (await served.ask('GET', `/internal/finished-jobs/${jobId}`, { as: 'site' })).body;
    const source = { type: 'post_post', id: 7 };
    const data = { job: job.id, jobId, hash, source, language: 'fr-ca', code: 'i18n_source_gone', gone: false };
    await served.deliver({ type: 'core.translation-refused.v1', data });
    expect(await saving).toMatchObject({ status: 409, body: { code: 'i18n_source_gone' } });
    expect((await ask('GET', `/jobs?id=${job.id}`)).body.jobs).toMatchObject([{ status: 2, progress: '100%' }]);
  });
});
