import { roles } from '@almanac/identity';
import { serveCalendar, type TestService } from '../testing.contract.ts';

const fair = { title: 'Fair "of" all', start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

describe('records in their stored form', () => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  type Asker = Parameters<TestService['ask']>[0];
  const make = async (as: Asker, body: object, path = '/events') =>
    (await calendar.ask(as, 'POST', path, { body })).body;
  const asked = (as: Asker, path: string, body: object, language = 'en') =>
    calendar.ask(as, 'POST', `/written-records/${path}`, { namespace: 'internal', body, language });
  const all = { kind: 'event', mine: false, page: 1, per_page: 10 };
  const titles = async (as: Asker, more: object = {}, language = 'en') => {
    const { body } = await asked(as, 'list', { ...all, ...more }, language);
    return body.records.map(({ title }: { readonly title: string }) => title);
  };

  it('show every writable member except the password, and the version for If-Match', async () => {
    const description = 'A <b>fair</b>.\n\nhttps://video.test/watch?v=1';
    const { id } = await make('author', { ...fair, description, cost: '15€', tags: 'R&B, loud', password: 'pw' });
    const { status, body, headers } = await asked('author', 'read', { kind: 'event', id });
    expect([status, body.language, body.cost, body.members.password]).toEqual([200, 'en', '15€', undefined]);
    expect(body.members).toMatchObject({
      title: fair.title,
      description,
      start_date: fair.start_date,
      status: 'publish',
    });
    expect(body.tags.map(({ name }: { readonly name: string }) => name).toSorted()).toEqual(['R&B', 'loud']);
    const change = (title: string) =>
      calendar.ask('author', 'POST', `/events/${id}`, {
        body: { title },
        headers: { 'if-match': String(headers.get('etag')) },
      });
    expect([(await change('Once')).status, (await change('Twice')).status]).toEqual([200, 412]);
  });

  it('are for users who may edit them', async () => {
    const { id } = await make('editor', fair);
    const statuses = await Promise.all(
      (['visitor', 'subscriber', 'contributor', 'author', 'editor'] as const).map(
        async (as) => (await asked(as, 'read', { kind: 'event', id })).status,
      ),
    );
    expect(statuses).toEqual([401, 403, 403, 403, 200]);
    expect((await asked('visitor', 'list', all)).status).toBe(401);
    expect((await asked('editor', 'read', { kind: 'event', id: 999_999 })).status).toBe(404);
    expect((await asked('editor', 'read', { kind: 'venue', id })).status).toBe(404);
    expect((await asked('editor', 'read', { kind: 'constructor', id })).status).toBe(400);
  });

  it('are listed by status, words, author and language, the newest first', async () => {
    await make('author', { ...fair, title: 'Mine', status: 'draft', hide_from_listings: true });
    calendar.advance(60_000);
    const { id } = await make('editor', { ...fair, title: 'Theirs', start_date: '1990-01-01', end_date: '1990-01-02' });
    calendar.advance(60_000);
    await make('editor', { ...fair, title: 'Secret', status: 'draft' });
    expect(await titles('editor')).toEqual(['Secret', 'Theirs', 'Mine']);
    expect(await titles('author')).toEqual(['Theirs', 'Mine']);
    expect(await titles('author', { mine: true })).toEqual(['Mine']);
    expect(await titles('editor', { status: 'draft' })).toEqual(['Secret', 'Mine']);
    expect(await titles('editor', { search: 'their' })).toEqual(['Theirs']);
    expect(await titles('editor', {}, 'fr-ca')).toEqual([]);
    await calendar.ask('editor', 'DELETE', `/events/${id}`);
    expect(await titles('editor')).toEqual(['Secret', 'Mine']);
    expect(await titles('editor', { status: 'trash' })).toEqual(['Theirs']);
    expect((await asked('editor', 'list', { ...all, page: 2, per_page: 1 })).body).toMatchObject({ total: 2 });
  });

  it('name their visible links, and their versions, unpublished ones too', async () => {
    const { id: venue } = await make('editor', { venue: 'Hall & Yard' }, '/venues');
    const { id: secret } = await make('editor', { venue: 'Vault', status: 'private' }, '/venues');
    const author = roles.indexOf('author') + 1;
    const { id: organizer } = await make('editor', { organizer: 'Ann' }, '/organizers');
    const { id } = await make('editor', { ...fair, venue: [venue, secret], organizer, author });
    const port = { title: 'Port', translation_of: id, status: 'draft' };
    const { body: french } = await calendar.ask('author', 'POST', '/events', { body: port, language: 'fr-ca' });
    const { body } = await asked('author', 'read', { kind: 'event', id });
    expect(body.translations).toEqual({ en: id, 'fr-ca': french.id });
    expect(body.linked).toEqual([
      { id: venue, name: 'Hall & Yard' },
      { id: organizer, name: 'Ann' },
    ]);
    const alone = await asked('editor', 'read', { kind: 'venue', id: venue });
    expect([alone.body.translations, alone.body.linked]).toEqual([{ en: venue }, []]);
  });

  it('exist for venues and organizers too', async () => {
    await make('editor', { venue: 'Hall', city: 'York' }, '/venues');
    const { id } = await make('editor', { organizer: 'Ann', email: 'ann@example.test' }, '/organizers');
    expect(await titles('editor', { kind: 'venue' })).toEqual(['Hall']);
    const { body } = await asked('editor', 'read', { kind: 'organizer', id });
    expect(body.members).toMatchObject({ organizer: 'Ann', email: 'ann@example.test' });
  });
});
