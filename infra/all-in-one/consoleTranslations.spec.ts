import { type AskedBrowser, formIn, type SiteWithPeople, startWithPeople } from './askedSite.contract.ts';

let s: SiteWithPeople;
beforeAll(async () => {
  s = await startWithPeople('editor', 'author', 'contributor', 'subscriber');
});
afterAll(() => s.running.stop());

const as = (role: string): AskedBrowser => s.person(role);
const rest = async (method: string, path: string, body?: object, language?: string) =>
  (await s.rest('editor', method, path, body, language)).body;
const EVENTS = '/cal/events/v1/events';
const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };
const fair = {
  title: 'Fair & <b>more</b>',
  description: 'Come <em>all</em>.',
  excerpt: 'Come.',
  website: 'https://fair.test/',
  cost: '10-20',
  featured: true,
  ...times,
};
const madeEvent = async (more: object = {}) => (await rest('POST', EVENTS, { ...fair, ...more })).id as number;
const newVersion = (view: string, of: number | string) => `${view}?action=new&translation_of=${of}`;

describe('a translation in a browser', () => {
  it('starts with its own fields for an event, shows the shared ones, and joins the group', async () => {
    const venue = await rest('POST', '/cal/events/v1/venues', { venue: 'Harbour Hall', status: 'publish' });
    const id = await madeEvent({ venue: venue.id, tags: ['loud'], categories: ['Music'] });
    const source = await as('editor').show(`events?id=${id}`);
    const address = `/fr-ca/admin/${newVersion('events', id)}`;
    expect(source.text).toContain(`${address.replaceAll('&', '&amp;')}" hreflang="fr-CA">Translate into Français`);
    const { status, text } = await s.as(as('editor').cookie, address);
    expect(status).toBe(200);
    expect(text).toContain('lang="en" dir="ltr">Come &lt;em&gt;all&lt;/em&gt;.</span>');
    expect(text).toMatch(/id="title-field" name="title" aria-describedby="title-source"/);
    expect(text).toMatch(/<dt>Début<\/dt><dd>10 juin 2031, 19 h 30<\/dd>/);
    expect(text).toContain('<dt>Lieu</dt><dd>Harbour Hall</dd>');
    const form = formIn(text);
    expect(form).toMatchObject({ translation_of: String(id), title: '', description: '', excerpt: '' });
    expect(form).toMatchObject({ website: fair.website, cost: '$10 – $20', featured: 'true', status: 'draft' });
    for (const name of ['start_date', 'timezone', 'venue', 'organizer_new', 'tags']) expect(form[name]).toBeUndefined();
    const sent = { ...form, title: 'Foire', status: 'publish' };
    const saved = await as('editor').send('events', sent, 'fr-ca');
    expect(saved.text).toContain('L’événement est enregistré.');
    expect(saved.text).toContain(`/en/admin/events?id=${id}" hreflang="en" lang="en" dir="ltr">English</a>`);
    const french = formIn(saved.text);
    expect(saved.text).toMatch(new RegExp(`<option value="${venue.id}" selected>Harbour Hall<`));
    const stored = await rest('GET', `${EVENTS}/${french.id}`);
    expect(stored).toMatchObject({ title: 'Foire', cost: '$10 – $20', ...times, venue: { id: venue.id } });
    expect([stored.tags[0].name, stored.categories[0].name]).toEqual(['loud', 'Music']);
    expect(stored.i18n).toEqual({
      language: 'fr-ca',
      source_language: 'en',
      group_id: id,
      translations: { en: id, 'fr-ca': Number(french.id) },
    });
  });

  it('starts with copies of the texts on request', async () => {
    const id = await madeEvent();
    const plain = await as('editor').show(newVersion('events', id), 'es-us');
    const link = `${newVersion('events', id)}&texts=copied`;
    expect(plain.text).toContain(link.replaceAll('&', '&amp;'));
    const { text } = await as('editor').show(link, 'es-us');
    expect(formIn(text)).toMatchObject({ title: fair.title, description: fair.description, excerpt: 'Come.' });
    expect(text).not.toContain('texts=copied');
  });

  it.each([
    ['venues', '/cal/events/v1/venues', { venue: 'Hall', city: 'York', zip: 'YO1', phone: '555', description: 'Old.' }],
    ['organizers', '/cal/events/v1/organizers', { organizer: 'Hall', email: 'ann@ann.test', description: 'Old.' }],
    ['posts', '/core/v2/posts', { title: 'Hall', content: 'Old.', slug: 'hall', status: 'publish' }],
  ])('is written for %s beside its source', async (view, path, members) => {
    const { id } = await rest('POST', path, members);
    const { text } = await as('editor').show(newVersion(view, id), 'es-us');
    expect(text).toContain('lang="en" dir="ltr">Old.</span>');
    const form = formIn(text);
    expect([form.description ?? form.content, form.slug ?? '']).toEqual(['', '']);
    for (const name of ['zip', 'phone', 'email', 'tags']) expect(form[name]).toBeUndefined();
    const named = 'title' in form ? { ...form, title: 'Sala' } : form;
    const saved = await as('editor').send(view, { ...named, status: 'draft' }, 'es-us');
    const { id: version } = formIn(saved.text);
    const { i18n } = await rest('GET', `${path}/${version}`);
    expect(i18n.translations).toEqual({ en: id, 'es-us': Number(version) });
    const stored = await rest('GET', `${path}/${version}?context=edit`);
    expect(stored).toMatchObject('zip' in members ? { zip: 'YO1', phone: '555', city: 'York' } : {});
    const again = await as('editor').show(newVersion(view, id), 'es-us');
    expect([again.status, again.location?.endsWith(`/es-us/admin/${view}?id=${version}`)]).toEqual([302, true]);
  });

  it('is written for a category of events beside its name', async () => {
    const { id } = await rest('POST', '/cal/events/v1/categories', { name: 'Films & more' });
    const there = await as('editor').show(`event-categories?id=${id}`);
    expect(formIn(there.text).name).toBe('Films & more');
    const address = `/fr-ca/admin/${newVersion('event-categories', id)}`;
    expect(there.text).toContain(`${address.replaceAll('&', '&amp;')}" hreflang="fr-CA">`);
    const { text } = await s.as(as('editor').cookie, address);
    expect(text).toMatch(/id="name-source" lang="en" dir="ltr">Films &amp; more</);
    const form = formIn(text);
    expect(form).toMatchObject({ id: '', translation_of: String(id), name: '', description: '', parent: '0' });
    const nameless = await as('editor').send('event-categories', form, 'fr-ca');
    expect([nameless.status, formIn(nameless.text).translation_of]).toEqual([400, String(id)]);
    expect((await as('editor').send('event-categories', { ...form, name: 'Cinéma' }, 'fr-ca')).status).toBe(200);
    const { translations } = (await rest('GET', `/cal/events/v1/categories/${id}`)).i18n;
    expect(Object.keys(translations)).toEqual(['en', 'fr-ca']);
    const twice = await as('editor').show(newVersion('event-categories', id), 'fr-ca');
    expect(twice.location?.endsWith(`/fr-ca/admin/event-categories?id=${translations['fr-ca']}`)).toBe(true);
    const other = await as('editor').show(`event-categories?id=${translations['fr-ca']}`);
    expect(other.location?.endsWith(`/fr-ca/admin/event-categories?id=${translations['fr-ca']}`)).toBe(true);
    const late = await as('editor').send('event-categories', { ...form, name: 'Encore' }, 'fr-ca');
    expect([late.status, formIn(late.text).name]).toEqual([409, 'Encore']);
    for (const none of ['99999999', 'constructor', '0']) {
      const shown = await as('editor').show(newVersion('event-categories', none), 'fr-ca');
      const sent = await as('editor').send('event-categories', { name: 'Rien', translation_of: none }, 'fr-ca');
      expect([none, shown.status, sent.status]).toEqual([none, 404, 400]);
    }
    expect((await as('contributor').show(newVersion('event-categories', id), 'fr-ca')).status).toBe(403);
  });

  it('is open to users who may edit its source, and shows a refusal in words above the typed text', async () => {
    const id = await madeEvent();
    for (const role of ['author', 'contributor']) {
      expect((await as(role).show(newVersion('events', id), 'fr-ca')).status).toBe(403);
      const typed = { translation_of: String(id), title: 'Foire', description: 'Venez.' };
      const { status, text } = await as(role).send('events', typed, 'fr-ca');
      expect([status, text.includes('role="alert"')]).toEqual([400, true]);
      expect(text).toContain('L’enregistrement à traduire n’existe pas');
      expect(formIn(text)).toMatchObject({ translation_of: String(id), title: 'Foire', description: 'Venez.' });
    }
    expect((await as('subscriber').show(newVersion('events', id), 'fr-ca')).status).toBe(403);
    const own = await as('contributor').send('events', { ...times, title: 'Mine', status: 'draft' });
    const form = formIn((await as('contributor').show(newVersion('events', formIn(own.text).id ?? ''), 'fr-ca')).text);
    const made = await as('contributor').send('events', { ...form, title: 'À moi', status: 'publish' }, 'fr-ca');
    expect([made.status, formIn(made.text).status]).toEqual([200, 'pending']);
  });

  it('is not created twice if another user has created it meanwhile, and no typed text is lost', async () => {
    const id = await madeEvent();
    const typed = { translation_of: String(id), title: 'Foire', status: 'draft' };
    const [one, other] = await Promise.all([0, 1].map(() => as('editor').send('events', typed, 'fr-ca')));
    expect([one?.status, other?.status].toSorted()).toEqual([200, 409]);
    const late = one?.status === 409 ? one : other;
    expect([late?.text.includes('role="alert"'), formIn(late?.text ?? '').title]).toEqual([true, 'Foire']);
  });

  it('is not created from a trashed record', async () => {
    const id = await madeEvent();
    await rest('DELETE', `${EVENTS}/${id}`);
    const { status, location } = await as('editor').show(newVersion('events', id), 'fr-ca');
    expect([status, location?.endsWith(`/en/admin/events?id=${id}`)]).toEqual([302, true]);
    const sent = { translation_of: String(id), title: 'Foire', status: 'draft' };
    expect((await as('editor').send('events', sent, 'fr-ca')).status).toBe(400);
  });

  it.each(['0', '99999999', '-1', 'constructor', '1e3', '../1'])(
    'is not created from a missing record: %s',
    async (of) => {
      for (const view of ['events', 'posts']) {
        const shown = await as('editor').show(newVersion(view, encodeURIComponent(of)), 'fr-ca');
        expect([view, shown.status >= 400, shown.status < 500]).toEqual([view, true, true]);
        const form = { title: 'Foire', translation_of: of, status: 'draft', ...times };
        const { status, text } = await as('editor').send(view, form, 'fr-ca');
        expect([view, status, formIn(text).title]).toEqual([view, 400, 'Foire']);
      }
    },
  );
});
