import { publishing } from '../service.ts';
import { tagCopies, tagCopy } from '../terms/tagCopies.ts';
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

describe('a later version of a tag', () => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  const music = { id: 7, name: 'Music', slug: 'music', description: '', language: 'en', group: null, source: null };
  const musique = { ...music, id: 8, name: 'Musique', slug: 'musique', language: 'fr-ca', group: 7, source: 'en' };
  const change = (data: object) => ({ source: 'core', type: 'core.tag-changed.v1', data }) as const;
  const ask = async (method: string, path: string, body?: object, language = 'en') => {
    const answer = await calendar.ask('administrator', method, path, { body, language });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  const makeEvent = (language: string, more: object = {}): Promise<RecordId> =>
    ask('POST', '/events', { ...times, title: 'Fair', status: 'publish', tags: [7], ...more }, language);
  const tagsOf = async ({ id }: RecordId): Promise<number[]> =>
    (await ask('GET', `/events/${id}`)).tags.map((each: RecordId) => each.id);
  const commits = async () => (await calendar.store.readLog(0)).length;

  it('replaces the other versions in events of its language, once', async () => {
    await calendar.deliver(change(music), change({ ...music, id: 9, name: 'Sea', slug: 'sea' }));
    const event = await makeEvent('en');
    const version = await makeEvent('fr-ca', { translation_of: event.id, tags: [7, 9] });
    const draft = await makeEvent('fr-ca', { status: 'draft' });
    await calendar.deliver(change(musique));
    expect([await tagsOf(event), await tagsOf(version), await tagsOf(draft)]).toEqual([[7], [8, 9], [8]]);
    const before = await commits();
    await calendar.deliver(change(musique), change({ id: 8, name: 'La musique' }));
    expect(await commits()).toBe(before);
  });

  it('is linked by an event that was written while it arrived', async () => {
    await calendar.deliver(change(music));
    const event = await makeEvent('fr-ca');
    // the copy is there, but the event was not found yet
    const body = tagCopy(musique, 1);
    await calendar.documents.write([{ collection: tagCopies, id: 8, version: 1, body }]);
    expect(await tagsOf(event)).toEqual([7]);
    const changed = {
      source: 'calendar',
      type: 'calendar.event-changed.v1',
      data: { id: event.id, tags: [7] },
    } as const;
    await calendar.deliver(changed);
    expect(await tagsOf(event)).toEqual([8]);
    const before = await commits();
    await calendar.deliver(changed);
    expect(await commits()).toBe(before);
  });

  it('replaces none if it was deleted before', async () => {
    await calendar.deliver(change(music));
    const event = await makeEvent('fr-ca');
    const deleted = { source: 'core', type: 'core.tag-deleted.v1', data: { id: 8 } } as const;
    await calendar.deliver({ ...deleted, position: 20 });
    await calendar.deliver({ ...change(musique), position: 19 });
    expect(await tagsOf(event)).toEqual([7]);
  });

  it('is linked by imported events, whose tags still follow the import', async () => {
    await calendar.deliver(change(music));
    const send = async (path: string, body: object) => {
      const asking = { namespace: 'cal/event-import/v1', language: 'fr-ca', body };
      const answer = await calendar.ask('administrator', 'POST', path, asking);
      expect(answer.status).toBeLessThan(300);
      return answer.body;
    };
    const started = await send('/import', { origin: 'feed', update_authority: 'preserve_changes' });
    let hash = started.batch_hash;
    const load = async (tags: string[]) => {
      const progress = {
        status: { data: { total: 4, done: 0 }, batch: { total: 9, done: 0 } },
        percentage_complete: 50,
      };
      const event = { uid: 'quay', title: 'Quay', timezone: 'UTC', ...times, tags };
      const answer = await send(`/import/${started.import_id}/batch`, {
        batch_hash: hash,
        ...progress,
        events: [event],
      });
      hash = answer.next_batch_hash;
      return answer.activity.cal_events;
    };
    const [id] = (await load(['Music'])).created;
    expect(await tagsOf({ id })).toEqual([7]);
    await calendar.deliver(change(musique));
    expect(await tagsOf({ id })).toEqual([8]);
    expect((await load(['Music'])).skipped).toEqual([id]);
    await calendar.deliver(change({ ...music, id: 9, name: 'Sea', slug: 'sea' }));
    expect((await load(['Sea'])).updated).toEqual([id]);
    expect(await tagsOf({ id })).toEqual([9]);
  });
});
