import { type AskedBrowser, formIn, type SiteWithPeople, startAsked, startWithPeople } from './askedSite.contract.ts';

const TM = '/i18n/tm/v1';
const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

/** Records of every kind that is translated, by the page of their form. */
const records = [
  ['posts', '/core/v2/posts', { title: 'Harbour', content: 'Old.', status: 'publish' }],
  ['events', '/cal/events/v1/events', { title: 'Harbour fair', ...times }],
  ['venues', '/cal/events/v1/venues', { venue: 'Harbour Hall', description: 'Old.', status: 'publish' }],
  ['organizers', '/cal/events/v1/organizers', { organizer: 'Ann', description: 'Old.', status: 'publish' }],
  ['post-categories', '/core/v2/categories', { name: 'Harbours' }],
  ['event-categories', '/cal/events/v1/categories', { name: 'Harbour days' }],
  ['tags', '/core/v2/tags', { name: 'afloat' }],
] as const;

const askedFor = (id: number | string, language = 'fr-ca') => `id=${id}&action=have-translated&language=${language}`;
const linked = (address: string) => address.replaceAll('&', '&amp;');

describe('a record that is sent to translation', () => {
  let s: SiteWithPeople;
  let translator: number;
  beforeAll(async () => {
    s = await startWithPeople('administrator', 'editor', 'author');
    const { body } = await rest('GET', '/core/v2/users?context=edit&search=author');
    translator = body[0].id;
    await rest('POST', `${TM}/translators`, { user_id: translator, language_pairs: { en: ['fr-ca'] } });
  });
  afterAll(() => s.running.stop());

  const as = (role: string): AskedBrowser => s.person(role);
  const rest = (method: string, path: string, body?: object) => s.rest('administrator', method, path, body);
  const made = async (path: string, members: object): Promise<number> => (await rest('POST', path, members)).body.id;
  const post = () => made('/core/v2/posts', { title: 'Harbour & more', content: 'Old.', status: 'publish' });
  const jobsOf = async (id: number) =>
    (await rest('GET', `${TM}/jobs`)).body.jobs.filter((job: { element: { id: number } }) => job.element.id === id);

  it.each(records)('is sent from its form: %s', async (view, path, members) => {
    const id = await made(path, members);
    const form = await as('administrator').show(`${view}?id=${id}`);
    const link = `/en/admin/${view}?${askedFor(id)}`;
    expect(form.text).toContain(`${linked(link)}">Have it translated into Français (Canada)…<`);
    const asked = await as('administrator').show(`${view}?${askedFor(id)}`);
    expect(formIn(asked.text)).toEqual({
      id: String(id),
      action: 'have-translated',
      language: 'fr-ca',
      translator_id: '',
      deadline: '',
    });
    expect(asked.text).toContain(`<option value="${translator}">author</option>`);
    expect(asked.text).not.toContain('value="engine"');
    const sent = { ...formIn(asked.text), translator_id: String(translator), deadline: '2026-07-31' };
    const { status, text } = await as('administrator').send(view, sent);
    expect([status, text.includes('It is sent to be translated.')]).toEqual([200, true]);
    expect(text).toContain('Sent to be translated into Français (Canada)</a>: not begun yet');
    expect(text).not.toContain(linked(askedFor(id)));
    expect(text).toContain(linked(askedFor(id, 'es-us')));
    const [job] = await jobsOf(id);
    expect(job).toMatchObject({ status: 1, translator_id: translator, deadline: '2026-07-31', is_ate_job: false });
  });

  it('shows its progress, and its version once that is done', async () => {
    const id = await post();
    const show = async () => (await as('administrator').show(`posts?id=${id}`)).text;
    await as('administrator').send('posts', { ...{ id: String(id), action: 'have-translated' }, language: 'fr-ca' });
    expect(await show()).toContain('</a>: waits for a translator');
    const jobAddress = `posts?id=${id}&action=translation-job&language=fr-ca`;
    expect(await show()).toContain(linked(`/en/admin/${jobAddress}`));
    const { text } = await as('administrator').show(jobAddress);
    expect(text).toContain('Translation of “Harbour &amp; more” into Français (Canada)');
    expect(text).toContain('<dt>Translated by</dt><dd>anybody who translates between these languages</dd>');
    expect(text).toContain('<dt>Sent on</dt><dd>2026-07-01</dd>');
    const [job] = await jobsOf(id);
    const { body } = await rest('GET', `${TM}/jobs/${job.extra_data.job_id}`);
    const units = Object.fromEntries(body.units.map((unit: { id: string }) => [unit.id, `Port ${unit.id}`]));
    await rest('POST', `${TM}/jobs/${job.extra_data.job_id}`, { units, complete: true });
    expect(await show()).toContain('</a>: done');
    const { translations } = (await rest('GET', `/core/v2/posts/${id}`)).body.i18n;
    expect(await show()).toContain(`/fr-ca/admin/posts?id=${translations['fr-ca']}"`);
    const done = await as('administrator').show(jobAddress);
    expect(done.text).toMatch(/<a href="[^"]*\/fr-ca\/[^"]*">Look at it</);
  });

  it('reports why it is not sent, and keeps the choices', async () => {
    const id = await post();
    const sent = { id: String(id), action: 'have-translated', language: 'fr-ca' };
    const unfit = await as('administrator').send('posts', { ...sent, translator_id: '', deadline: 'soon' });
    expect([unfit.status, unfit.text.includes('id="deadline-fault"'), formIn(unfit.text).deadline]).toEqual([
      400,
      true,
      'soon',
    ]);
    const stranger = await as('administrator').send('posts', { ...sent, translator_id: '99999999' });
    expect([stranger.status, stranger.text.includes('role="alert"')]).toEqual([404, true]);
    const chosen = { ...sent, translator_id: String(translator) };
    expect((await as('administrator').send('posts', { ...chosen, language: 'es-us' })).status).toBe(422);
    const [one, other] = await Promise.all([0, 1].map(() => as('administrator').send('posts', chosen)));
    expect([one?.status, other?.status].toSorted()).toEqual([200, 409]);
    expect(await jobsOf(id)).toHaveLength(1);
    for (const language of ['en', 'constructor', ''])
      expect((await as('administrator').send('posts', { ...sent, language })).status).toBe(400);
    const engine = await as('administrator').send('posts', { ...sent, language: 'es-us', translator_id: 'engine' });
    expect(engine.status).toBe(503);
  });

  it('is sent only by managers of translations who may edit it', async () => {
    const id = await post();
    const sent = { id: String(id), action: 'have-translated', language: 'fr-ca' };
    expect((await as('editor').show(`posts?id=${id}`)).text).not.toContain('have-translated');
    expect((await as('editor').show(`posts?${askedFor(id)}`)).text).not.toContain('value="have-translated"');
    expect((await as('editor').send('posts', sent)).status).toBe(403);
    expect((await as('author').send('posts', sent)).status).toBe(403);
    expect((await as('administrator').send('posts', { ...sent, token: 'none' })).status).toBe(403);
    expect(await jobsOf(id)).toEqual([]);
    await s.rest('administrator', 'POST', `${TM}/translators`, {
      user_id: (await rest('GET', '/core/v2/users?context=edit&search=editor')).body[0].id,
      language_pairs: {},
      manager: true,
    });
    expect((await as('editor').show(`posts?id=${id}`)).text).toContain('have-translated');
    expect((await as('editor').send('posts', sent)).status).toBe(200);
    expect((await as('author').show(`posts?id=${id}&action=translation-job&language=fr-ca`)).status).toBe(403);
    expect((await as('editor').send('posts', { ...sent, id: '99999999' })).status).toBe(404);
  });

  it('is not offered while the translation service is away', async () => {
    const id = await post();
    const { documents } = s.running.services.get('translation')!;
    const { get } = documents;
    Object.assign(documents, { get: () => Promise.reject(new Error('away')) });
    const { status, text } = await as('administrator').show(`posts?id=${id}`);
    expect([status, text.includes('have-translated'), text.includes('translation_of=')]).toEqual([200, false, true]);
    Object.assign(documents, { get });
    expect((await as('administrator').show(`posts?id=${id}`)).text).toContain('have-translated');
  });
});

describe('a record that can be sent to translation', () => {
  it('is offered to the engine if one is configured', async () => {
    const environment = { TRANSLATION_ENGINE: 'embedded', TRANSLATION_ENGINE_KEY: 'k'.repeat(40) };
    const site = await startAsked({ environment });
    try {
      const browser = await site.browser('administrator');
      const { text } = await browser.send('posts', { title: 'Harbour', content: 'Old.', status: 'publish' });
      const { id = '' } = formIn(text);
      const asked = await browser.show(`posts?${askedFor(id)}`);
      expect(asked.text).toContain('<option value="engine">the translation engine, by itself</option>');
      const sent = await browser.send('posts', { ...formIn(asked.text), translator_id: 'engine' });
      expect(sent.text).toMatch(/<\/a>: (with the translation engine|the engine has not taken it; it is tried again)/);
      const job = await browser.show(`posts?id=${id}&action=translation-job&language=fr-ca`);
      expect(job.text).toContain('<dt>Translated by</dt><dd>the translation engine, by itself</dd>');
    } finally {
      await site.running.stop();
    }
  });
});
