import { publishing } from '../service.ts';
import { serveCalendar, type TestService } from '../testing.contract.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

interface RecordId {
  readonly id: number;
}

describe.each([
  ['categories', 'categories', 'name', 'categories'],
  ['venues', 'venue', 'venue', 'venue'],
  ['organizers', 'organizer', 'organizer', 'organizer'],
] as const)('a later version of %s', (plural, argument, title, member) => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  const ask = async (method: string, path: string, body?: object, language = 'en') => {
    const answer = await calendar.ask('administrator', method, path, { body, language });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  const make = (name: string, language = 'en', more: object = {}): Promise<RecordId> =>
    ask(
      'POST',
      `/${plural}`,
      { [title]: name, ...(plural !== 'categories' && { status: 'publish' }), ...more },
      language,
    );
  const makeEvent = (linked: RecordId, language: string, more: object = {}): Promise<RecordId> =>
    ask('POST', '/events', { ...times, title: 'Fair', status: 'publish', [argument]: [linked.id], ...more }, language);
  const linksOf = async ({ id }: RecordId): Promise<number[]> =>
    [(await ask('GET', `/events/${id}`))[member]].flat().map((each: RecordId) => each.id);

  /** Delivers everything that the calendar has published. */
  const deliver = async () => {
    const changed = /^calendar\.(category|venue|organizer)-changed/;
    for (const commit of await calendar.store.readLog(0))
      for (const { type, data } of publishing(commit).flatMap((each) => each ?? []))
        if (changed.test(type)) await calendar.deliver({ source: 'calendar', type, data });
  };

  it('replaces other versions in events of its language, once', async () => {
    const first = await make('Pier');
    const event = await makeEvent(first, 'en');
    const version = await makeEvent(first, 'fr-ca', { translation_of: event.id });
    const other = await makeEvent(first, 'es-us', { translation_of: event.id });
    const trashed = await makeEvent(first, 'fr-ca');
    await ask('DELETE', `/events/${trashed.id}`);
    const later = await make('Quai', 'fr-ca', { translation_of: first.id });
    await deliver();
    expect([await linksOf(event), await linksOf(version), await linksOf(other)]).toEqual([
      [first.id],
      [later.id],
      [first.id],
    ]);
    await ask('POST', `/events/${trashed.id}`, { status: 'publish' });
    expect(await linksOf(trashed)).toEqual([later.id]);
    const before = (await calendar.store.readLog(0)).length;
    await deliver();
    expect((await calendar.store.readLog(0)).length).toBe(before);
  });

  it('replaces none if it was deleted before', async () => {
    const first = await make('Pier');
    const event = await makeEvent(first, 'fr-ca');
    const later = await make('Quai', 'fr-ca', { translation_of: first.id });
    await ask('DELETE', `/${plural}/${later.id}`);
    await deliver();
    expect(await linksOf(event)).toEqual([first.id]);
  });

  if (plural !== 'categories')
    it('replaces none until it is published', async () => {
      const first = await make('Pier');
      const event = await makeEvent(first, 'fr-ca');
      const later = await make('Quai', 'fr-ca', { translation_of: first.id, status: 'draft' });
      await deliver();
      expect(await linksOf(event)).toEqual([first.id]);
      await ask('POST', `/${plural}/${later.id}`, { status: 'publish' }, 'fr-ca');
      await deliver();
      expect(await linksOf(event)).toEqual([later.id]);
    });
});
