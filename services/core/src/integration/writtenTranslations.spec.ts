import { finishedJobs, rulesInForce, unitHash, withRules } from '@almanac/content-model';
import { finishingJobs, type SpecJob } from '@almanac/content-model/testing';
import type { RefusedTranslation, WrittenTranslation } from '@almanac/contracts';
import { changePost, siteOf } from '../posts/postWriting.ts';
import { publishing } from '../service.ts';
import { context, serveCore, type TestService } from '../testing.contract.ts';
import { ownerOfTranslations } from './writtenTranslations.ts';

let core: TestService;
let jobs: ReturnType<typeof finishingJobs>;
beforeEach(async () => {
  core = await serveCore();
  jobs = finishingJobs(ownerOfTranslations(core));
});
afterEach(() => core.stop());

const ask = async (method: string, path: string, body?: object, language = 'en') => {
  const headers = { 'x-almanac-language': language };
  const answer = await core.ask('administrator', method, `/core/v2/${path}`, body, headers);
  expect(answer.status).toBeLessThan(300);
  return answer.body;
};

type TranslationAnswer = Partial<WrittenTranslation & RefusedTranslation>;

/** Returns core's answers to the translation service, oldest first. */
const answers = async () =>
  (await core.store.readLog(0))
    .flatMap((commit) => publishing(commit).flatMap((event) => event ?? []))
    .filter(({ type }) => type.startsWith('core.translation-'))
    .map(({ type, data }) => [type.slice(5), data as TranslationAnswer] as const);

const post = (id: number) => ({ type: 'post_post', id }) as const;
const french = async () => ask('GET', 'posts?i18n_language=fr-ca&status=any&context=edit', undefined, 'fr-ca');
const texts = { title: 'Foire', body: '<p>Venez.</p>', excerpt: 'Une foire' };

describe('a finished translation of a post', () => {
  const made = (more: object = {}) =>
    ask('POST', 'posts', { title: 'Fair', content: 'Come.', excerpt: 'A fair', status: 'publish', ...more });

  it('becomes a version in the group of its source, with the source’s other fields', async () => {
    const [news, nouvelles] = [await ask('POST', 'categories', { name: 'News' }), { id: 0 }];
    nouvelles.id = (await ask('POST', 'categories', { name: 'Nouvelles', translation_of: news.id }, 'fr-ca')).id;
    const { id: sea } = await ask('POST', 'tags', { name: 'Sea' });
    const own = { format: 'aside', comment_status: 'closed', sticky: true, author: 3, meta: { _EventCost: '5' } };
    const { id, author } = await made({ ...own, categories: [news.id], tags: [sea] });
    await jobs.finish({ source: post(id), units: texts });
    const version = (await french())[0];
    expect(version).toMatchObject({
      author,
      slug: 'foire',
      status: 'publish',
      format: 'aside',
      comment_status: 'closed',
      sticky: true,
      title: { raw: 'Foire' },
      content: { raw: '<p>Venez.</p>' },
      excerpt: { raw: 'Une foire' },
      categories: [nouvelles.id],
      tags: [sea],
      meta: { _EventCost: '5' },
      i18n: { source_language: 'en', group_id: id, translations: { en: id } },
    });
    const told = { job: 1, jobId: 2, hash: 'h', source: post(id), language: 'fr-ca', id: version.id };
    expect(await answers()).toEqual([
      ['translation-written.v1', { ...told, path: '/fr-ca/foire/', status: 'publish', held: false }],
    ]);
  });

  it('changes only the units of an existing version, in the trash too', async () => {
    const { id } = await made();
    await jobs.finish({ source: post(id), units: texts });
    const [{ id: version }] = await french();
    await ask('PUT', `posts/${version}`, { excerpt: 'Mine', status: 'draft' });
    await ask('DELETE', `posts/${version}`);
    await jobs.finish({ source: post(id), units: { title: 'Grande foire' }, jobId: 3 });
    const changed = await ask('GET', `posts/${version}?context=edit`);
    expect(changed).toMatchObject({ status: 'trash', title: { raw: 'Grande foire' }, excerpt: { raw: 'Mine' } });
    expect(Object.keys((await ask('GET', `posts/${id}?context=edit`)).i18n.translations)).toEqual(['en', 'fr-ca']);
  });

  it('has one effect, however often it is delivered and in whatever order', async () => {
    const { id } = await made();
    const first: SpecJob = { source: post(id), units: texts };
    const second: SpecJob = { source: post(id), units: { title: 'Marché' }, jobId: 3 };
    await Promise.all([jobs.finish(first, { at: 7 }), jobs.finish(first, { at: 7 }), jobs.finish(first, { at: 7 })]);
    await jobs.finish(second, { at: 9 });
    const last = await core.store.last();
    await jobs.finish(second, { at: 9 });
    await jobs.finish(first, { at: 8 });
    expect(await core.store.last()).toBe(last);
    expect((await french()).map((each: { title: object }) => each.title)).toMatchObject([{ raw: 'Marché' }]);
    expect((await answers()).map(([, { jobId }]) => jobId)).toEqual([2, 3]);
  });

  it('is answered again without a write if the same revision is finished once more', async () => {
    const { id } = await made();
    await jobs.finish({ source: post(id), units: texts });
    const [{ id: version }] = await french();
    await ask('PUT', `posts/${version}`, { title: 'Foire à moi' });
    await jobs.finish({ source: post(id), units: texts });
    const [first, again] = await answers();
    expect(again).toEqual(first);
    expect((await french())[0].title.raw).toBe('Foire à moi');
  });

  it('is ignored if the job is gone, was sent again or has other texts by now', async () => {
    const { id } = await made();
    const job: SpecJob = { source: post(id), units: texts };
    const last = await core.store.last();
    await jobs.finish({ ...job, jobId: 5 }, { told: job });
    await jobs.finish({ ...job, hash: 'other' }, { told: job });
    await jobs.finish({ source: { type: 'post_cal_venue', id }, units: texts });
    expect(await core.store.last()).toBe(last);
  });

  it.each([
    ['publish', false, 'publish', false],
    ['private', false, 'private', false],
    ['pending', false, 'draft', false],
    ['publish', true, 'draft', true],
    ['draft', true, 'draft', false],
  ])('follows a post that is %s, held back: %s, as %s, held: %s', async (status, hold, expected, held) => {
    const { id } = await made({ status });
    await jobs.finish({ source: post(id), units: texts, hold });
    expect((await french())[0].status).toBe(expected);
    expect((await answers())[0]?.[1]).toMatchObject({ status: expected, held });
  });

  it.each([
    ['publish', 'publish'],
    ['private', 'private'],
    ['pending', 'draft'],
  ])('follows a post that is %s, once accepted in review, as %s, once', async (status, expected) => {
    const { id } = await made({ status });
    const job: SpecJob = { source: post(id), units: texts, hold: true };
    await jobs.finish(job);
    const [{ id: version }] = await french();
    await jobs.accept(job, version, 8);
    expect((await french())[0].status).toBe(expected);
    await ask('PUT', `posts/${version}`, { status: 'draft' });
    await jobs.accept(job, version, 8);
    expect((await french())[0].status).toBe('draft');
    await jobs.accept(job, 999, 9);
  });

  it('is cleaned by the rights of its translator', async () => {
    const { id } = await made();
    const body = '<p onclick="x()">A</p><script>x()</script>';
    await jobs.finish({ source: post(id), units: { title: 'Foire', body } });
    expect((await french())[0].content.raw).toBe('<p>A</p>x()');
    await jobs.finish({ source: post(id), units: { body }, jobId: 3, unfiltered: true });
    expect((await french())[0].content.raw).toBe(body);
  });

  it.each(['title', 'body', 'excerpt'] as const)('is refused if nothing is left of its %s', async (unit) => {
    const { id } = await made();
    await jobs.finish({ source: post(id), units: { ...texts, [unit]: '<script></script>' } });
    expect(await answers()).toMatchObject([['translation-refused.v1', { code: 'i18n_unit_emptied', gone: false }]]);
    expect((await ask('GET', `posts/${id}`)).i18n.translations).toEqual({ en: id });
    await jobs.finish({ source: post(id), units: texts });
    await jobs.finish({ source: post(id), units: { [unit]: ' <script></script> ' }, jobId: 3 });
    expect((await answers())[2]).toMatchObject(['translation-refused.v1', { code: 'i18n_unit_emptied' }]);
    expect((await french())[0]).toMatchObject({ title: { raw: 'Foire' }, content: { raw: '<p>Venez.</p>' } });
  });

  it('is refused if its title is markup alone, for every author, while its text may be markup alone', async () => {
    const { id } = await made();
    const job = { source: post(id), unfiltered: true };
    await jobs.finish({ ...job, units: { ...texts, title: '<script></script>' } });
    expect(await answers()).toMatchObject([['translation-refused.v1', { code: 'i18n_unit_emptied' }]]);
    await jobs.finish({ ...job, units: { ...texts, body: '<img src="/a.png" alt="" />' } });
    expect((await french())[0].content.raw).toBe('<img src="/a.png" alt="" />');
  });

  it('is refused while its source is in the trash, written once it is back, and never once it is deleted', async () => {
    const { id } = await made();
    const job: SpecJob = { source: post(id), units: texts };
    await ask('DELETE', `posts/${id}`);
    await jobs.finish(job, { at: 1 });
    await jobs.finish(job, { at: 1 });
    await ask('PUT', `posts/${id}`, { status: 'publish' });
    await jobs.finish(job, { at: 2 });
    await ask('DELETE', `posts/${id}?force=true`);
    await jobs.finish({ ...job, jobId: 3 }, { at: 3 });
    expect((await answers()).map(([type, { code, gone }]) => [type, code, gone])).toEqual([
      ['translation-refused.v1', 'i18n_source_gone', false],
      ['translation-written.v1', undefined, undefined],
      ['translation-refused.v1', 'i18n_source_gone', true],
    ]);
  });

  it('is retried while the translation service is away', async () => {
    const { id } = await made();
    const data = { job: 1, jobId: 2, hash: 'h', source: post(id), language: 'fr-ca' };
    const delivery = { ...anyDelivery, type: 'translation.job-finished.v1', key: 'job-1', position: 1, data };
    await expect(finishedJobs(ownerOfTranslations(core)).handle(delivery)).rejects.toMatchObject({ status: 503 });
  });
});

const anyDelivery = {
  ...({ source: 'translation', epoch: 1, n: 0, at: '2031-01-01T00:00:00.000Z' } as const),
  principal: 'user:3',
  language: 'en',
  correlation: 'spec',
};

describe('a finished translation of a page', () => {
  it('becomes a page in the group of its source', async () => {
    const { id } = await ask('POST', 'pages', { title: 'About', content: 'Us.', status: 'publish' });
    await jobs.finish({ source: post(id), units: { title: 'À propos', body: '<p>Nous.</p>' } });
    const [version] = await ask('GET', 'pages?context=edit', undefined, 'fr-ca');
    expect(version).toMatchObject({ type: 'page', title: { raw: 'À propos' }, i18n: { translations: { en: id } } });
  });
});

describe('a finished translation of a post under rules for its meta', () => {
  const meta = { _VenueCity: 'Kiel', _VenueState: 'Maine', _EventCost: '5', _VenueShowMap: true };

  it('has one member translated, one copied with every change, one left alone, the others copied once', async () => {
    const rules = rulesInForce({
      kinds: [],
      fields: [
        { name: '_VenueCity', action: 'translate' },
        { name: '_VenueState', action: 'ignore' },
      ],
    });
    const governed = { ...core, languages: withRules(core.languages, () => rules) };
    const under = finishingJobs(ownerOfTranslations(governed));
    const { id } = await ask('POST', 'posts', { title: 'Fair', status: 'publish', meta });
    await under.finish({ source: post(id), units: { title: 'Foire', 'field-_VenueCity-0': '<b>Quille</b>' } });
    const [version] = await french();
    const { _VenueState: _, ...kept } = meta;
    expect(version.meta).toMatchObject({ ...kept, _VenueCity: 'Quille', _VenueState: '' });
  });

  it('follows copied members in one commit, and reports each text to the translation service', async () => {
    const rules = rulesInForce({ kinds: [], fields: [{ name: '_VenueCity', action: 'copy' }] });
    const governed = { ...core, languages: withRules(core.languages, () => rules) };
    const { id } = await ask('POST', 'posts', { title: 'Fair', status: 'publish', meta });
    await jobs.finish({ source: post(id), units: { title: 'Foire' } });
    const [{ id: version }] = await french();
    const before = await core.store.last();
    await core.commands.run(context(), (unit) =>
      changePost(unit, governed, siteOf(governed), { id, input: { meta: { _VenueCity: 'Sydney', _EventCost: '7' } } }),
    );
    expect((await ask('GET', `posts/${version}`)).meta).toMatchObject({ ...meta, _VenueCity: 'Sydney' });
    const commits = await core.store.readLog(before);
    expect(commits).toHaveLength(1);
    const told = commits.flatMap((commit) => publishing(commit).map((event) => event?.data as object));
    expect(told[0]).toMatchObject({ id, texts: { units: { 'field-_VenueCity-0': unitHash('Sydney') } } });
  });
});

describe('a finished translation of a term', () => {
  it.each([
    ['tax_category', 'categories', { parent: expect.any(Number) }],
    ['tax_post_tag', 'tags', {}],
  ] as const)('becomes a version for %s, then changes it', async (type, plural, more) => {
    const isTree = plural === 'categories';
    const above = await ask('POST', plural, { name: 'Coast' });
    const below = await ask('POST', plural, { name: 'Piers', ...(isTree && { parent: above.id }) });
    await jobs.finish({ source: { type, id: above.id }, units: { name: 'Côte' } });
    await jobs.finish({
      source: { type, id: below.id },
      units: { name: 'Quais', description: 'De <b>pierre</b>' },
      job: 5,
    });
    const [cote, quais] = await ask('GET', `${plural}?orderby=id&i18n_language=fr-ca`, undefined, 'fr-ca').then((all) =>
      all.filter(({ i18n }: { i18n: { language: string } }) => i18n.language === 'fr-ca'),
    );
    expect([cote.name, quais]).toMatchObject(['Côte', { slug: 'quais', description: 'De <b>pierre</b>', ...more }]);
    if (isTree) expect(quais.parent).toBe(cote.id);
    await jobs.finish({ source: { type, id: below.id }, units: { name: 'Jetées' }, job: 5, jobId: 9 });
    expect((await ask('GET', `${plural}/${quais.id}`)).name).toBe('Jetées');
    const paths = (await answers()).map(([, { path }]) => path);
    const root = isTree ? '/fr-ca/category' : '/fr-ca/tag';
    const under = isTree ? `${root}/cote/quais/` : `${root}/quais/`;
    expect(paths).toEqual([`${root}/cote/`, under, under]);
  });

  it.each(['name', 'description'])('is refused if nothing is left of its %s', async (unit) => {
    const { id } = await ask('POST', 'categories', { name: 'Coast', description: 'Of stone' });
    const units = { name: 'Côte', description: 'De pierre', [unit]: '<script></script>' };
    await jobs.finish({ source: { type: 'tax_category', id }, units });
    expect(await answers()).toMatchObject([['translation-refused.v1', { code: 'i18n_unit_emptied', gone: false }]]);
  });

  it('is refused with the code of the taxonomy if its name is another term’s', async () => {
    const { id } = await ask('POST', 'categories', { name: 'Coast' });
    await ask('POST', 'categories', { name: 'Côte' }, 'fr-ca');
    await jobs.finish({ source: { type: 'tax_category', id }, units: { name: 'Côte' } });
    expect(await answers()).toMatchObject([['translation-refused.v1', { code: 'term_exists', gone: false }]]);
  });
});
