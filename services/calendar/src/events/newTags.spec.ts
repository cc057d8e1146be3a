import { roles } from '@almanac/identity';
import { type Asker, serveCalendar, type TestService } from '../testing.contract.ts';

const concert = { title: 'Concert', start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

describe('a tag that an event names first', () => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  const create = async (body: object = {}, as: Asker = 'administrator', language = 'en') => {
    const { status, body: made } = await calendar.ask(as, 'POST', '/events', {
      language,
      body: { ...concert, ...body },
    });
    expect([status, made.code]).toEqual([201, undefined]);
    return made;
  };
  const refused = async (path: string, body: object, { as = 'administrator' as Asker, language = 'en' } = {}) => {
    const sent = { ...concert, ...body, tags: ['left behind'] };
    return (await calendar.ask(as, 'POST', path, { language, body: sent })).status;
  };
  const tags = async () => (await calendar.ask('visitor', 'GET', '/tags?hide_empty=false')).body.tags;

  it('is created with the event', async () => {
    const made = await create({ tags: ['wanted', 'Wanted too'] });
    expect(made.tags).toMatchObject([{ name: 'wanted' }, { name: 'Wanted too' }]);
    const { body } = await calendar.ask('administrator', 'POST', `/events/${made.id}`, { body: { tags: ['third'] } });
    expect(body.tags).toMatchObject([{ name: 'third' }]);
    expect(await tags()).toHaveLength(3);
  });

  it('is created with an event whose list of tags has numbers for keys', async () => {
    const made = await create({ tags: { 2: 'wanted', 5: 'Wanted too' } });
    expect(made.tags).toMatchObject([{ name: 'wanted' }, { name: 'Wanted too' }]);
    const [first] = made.tags;
    const again = { namespace: 'calx/v1', body: { tags: { 1: first.id } } };
    expect((await calendar.ask('administrator', 'PUT', `/events/${made.id}`, again)).body.tags).toEqual([first.id]);
    expect(await refused('/events', { categories: { 0: 'left behind', name: 'left behind' } })).toBe(400);
    expect(await tags()).toHaveLength(2);
  });

  it('is not created if the request is refused', async () => {
    const { id } = await create();
    for (const path of ['/events', `/events/${id}`]) {
      expect(await refused(path, { end_date: '2001-01-01' })).toBe(400);
      expect(await refused(path, { venue: 999 })).toBe(400);
      expect(await refused(path, { categories: [999] })).toBe(400);
      expect(await refused(path, { image: 999 })).toBe(400);
      expect(await refused(path, { translation_of: 999, author: 999 })).toBe(400);
    }
    expect(await refused('/events', { title: '<br>' }, { as: 'contributor' })).toBe(400);
    const stale = { body: { tags: ['left behind'] }, headers: { 'if-match': '"9"' } };
    expect((await calendar.ask('editor', 'POST', `/events/${id}`, stale)).status).toBe(412);
    expect(await tags()).toEqual([]);
  });

  it('is not created if a translation is refused, or a change that other versions follow', async () => {
    const original = await create();
    await create({ translation_of: original.id }, 'editor', 'fr-ca');
    expect(await refused('/events', { translation_of: original.id }, { language: 'fr-ca' })).toBe(409);
    expect(await refused('/events', { translation_of: 999 })).toBe(400);
    const author = roles.indexOf('author') + 1;
    const own = await create({ translation_of: original.id, author }, 'editor', 'es-us');
    const moved = { start_date: '2031-06-09 19:30:00' };
    expect(await refused(`/events/${own.id}`, moved, { as: 'author', language: 'es-us' })).toBe(403);
    expect(await tags()).toEqual([]);
  });

  it('is not created if a text of the event, or the whole body, is too long', async () => {
    const { id } = await create({}, 'author');
    for (const path of ['/events', `/events/${id}`]) {
      expect(await refused(path, { title: 'x'.repeat(1_001) })).toBe(400);
      expect(await refused(path, { description: '< '.repeat(3_500_000) }, { as: 'author' })).toBe(413);
    }
    expect(await tags()).toEqual([]);
  });
});
