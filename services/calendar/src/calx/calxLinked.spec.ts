import { type Asker, serveCalendar, type TestService } from '../testing.contract.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

describe.each([
  ['venues', 'venue', { address: '1 Pier', country: 'Canada', province: 'Quebec', zip: '1' }],
  ['organizers', 'organizer', { email: 'tuba@example.test' }],
] as const)('%s of calx/v1', (plural, noun, own) => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  const ask = (as: Asker, method: string, path: string, body?: object) =>
    calendar.ask(as, method, path, { namespace: 'calx/v1', body });
  const create = async (title: string, body: object = {}) => {
    const made = await ask('editor', 'POST', `/${plural}`, { title, ...body });
    expect([made.status, made.body.code]).toEqual([201, undefined]);
    calendar.advance(1_000);
    return made.body;
  };
  const event = async (body: object) =>
    (await ask('editor', 'POST', '/events', { title: 'x', ...times, ...body })).body;
  const names = async (query: string, as: Asker = 'visitor') =>
    (await ask(as, 'GET', `/${plural}?${query}`)).body.map(
      (each: { title: { rendered: string } }) => each.title.rendered,
    );
  const refused = async (method: string, path: string, body?: object) => {
    const { status, body: said } = await ask('administrator', method, path, body);
    return [status, said.code, Object.keys(said.data?.params ?? {}).join()];
  };

  it('show all members, empty ones too, and never replace a creation by an existing record', async () => {
    const made = await create('Hall', { ...own, phone: '', slug: 'the hall', excerpt: 'Wide' });
    expect(made).toMatchObject({ ...own, phone: '', website: '', slug: 'the-hall', title: { rendered: 'Hall' } });
    expect(made).toMatchObject({ excerpt: { rendered: '<p>Wide</p>\n', protected: false }, type: `cal_${noun}` });
    expect((await create('Hall', own)).id === made.id).toBe(false);
    expect(made).not.toHaveProperty('class_list');
  });

  it('are refused under the sent names', async () => {
    const wrongs: readonly (readonly [object, string])[] = [
      [{ title: '<br>' }, 'title'],
      [{ website: 'nope' }, 'website'],
      [{ date_gmt: '99' }, 'date_gmt'],
      [{ featured_media: 'https://x.test/a.png' }, 'featured_media'],
      [{ status: 'lost' }, 'status'],
    ];
    for (const [wrong, name] of wrongs) {
      const answer = await refused('POST', `/${plural}`, { title: 'Hall', ...wrong });
      expect(answer).toEqual([400, 'rest_invalid_param', name]);
    }
    expect((await refused('POST', `/${plural}`, {}))[1]).toBe('rest_missing_callback_param');
  });

  it('are found by their events, and by none if the event is missing or hidden', async () => {
    const [used, old, unused] = [await create('used'), await create('old'), await create('unused')];
    const { id } = await event({ [plural]: [used.id] });
    const draft = await event({ [plural]: [used.id], status: 'draft' });
    await event({ [plural]: [old.id], start_date: '2020-01-01 10:00:00', end_date: '2020-01-01 11:00:00' });
    expect(unused.id).toBeGreaterThan(0);
    expect(await names('')).toEqual(['unused', 'old', 'used']);
    expect(await names(`event=${id}`)).toEqual(['used']);
    expect(await names(`event=${draft.id}`)).toEqual([]);
    expect(await names(`event=${draft.id}`, 'editor')).toEqual(['used']);
    expect(await names('event=9999')).toEqual([]);
    expect(await names('has_events=true')).toEqual(['old', 'used']);
    expect(await names('has_events=false')).toEqual(['unused']);
    expect(await names('only_with_upcoming=true')).toEqual(['used']);
    expect(await names('only_with_upcoming=false&search=use')).toEqual(['unused', 'used']);
    expect(await refused('GET', `/${plural}?page=9`)).toEqual([404, 'calx_rest_organizers_page_not_found', '']);
  });

  it('leave their events when they are trashed, and when they are deleted for good', async () => {
    const made = await create('Hall');
    const { id } = await event({ [plural]: [made.id] });
    const linked = async () => (await ask('visitor', 'GET', `/events/${id}`)).body[plural].length;
    expect(await linked()).toBe(1);
    await ask('editor', 'DELETE', `/${plural}/${made.id}`);
    expect(await linked()).toBe(0);
    await ask('editor', 'PATCH', `/${plural}/${made.id}`, { status: 'publish' });
    expect(await linked()).toBe(1);
    expect((await ask('editor', 'DELETE', `/${plural}/${made.id}?force=1`)).body).toEqual([]);
    expect(await linked()).toBe(0);
    expect((await calendar.ask('visitor', 'GET', `/events/${id}`)).status).toBe(200);
  });

  it('change by a slug of their own, and keep unsent members', async () => {
    const made = await create('Hall', own);
    const changed = await ask('editor', 'PUT', `/${plural}/${made.id}`, { slug: 'quay', phone: '5', content: '' });
    expect(changed.body).toMatchObject({ ...own, slug: 'quay', phone: '5', title: { rendered: 'Hall' } });
    expect((await ask('contributor', 'PUT', `/${plural}/${made.id}`, { phone: '' })).status).toBe(403);
  });
});
