import { serveCalendar, type TestService } from '../testing.contract.ts';

const namespace = 'core/v2';
const dates = {
  _EventStartDate: '2031-05-05 10:00:00',
  _EventEndDate: '2031-05-05 11:00:00',
  _EventTimezone: 'America/New_York',
};

describe('records in the form of posts', () => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  const get = (path: string, as: 'visitor' | 'editor' = 'visitor') => calendar.ask(as, 'GET', path, { namespace });
  const make = async (path: string, body: object): Promise<number> => {
    const answer = await calendar.ask('editor', 'POST', path, { namespace, body: { status: 'publish', ...body } });
    expect(answer.status).toBe(201);
    return answer.body.id;
  };
  const titles = async (query: string): Promise<string[]> => {
    const { body } = await get(`/cal_events?${query}`, 'editor');
    return body.map(({ title }: { readonly title: { readonly rendered: string } }) => title.rendered);
  };

  it('are listed by change, author, slug, id, term and word', async () => {
    const category = await make('/cal_events_cat', { name: 'Music' });
    const one = await make('/cal_events', { title: 'One', meta: dates, cal_events_cat: [category] });
    calendar.advance(60_000);
    const two = await make('/cal_events', { title: 'Two', meta: dates });
    const { body } = await get(`/cal_events/${two}`);
    expect(await titles('')).toEqual(['Two', 'One']);
    expect(await titles('order=asc&orderby=title')).toEqual(['One', 'Two']);
    const moment = new Date(Date.parse(`${body.date_gmt}Z`) - 30_000).toISOString();
    expect(await titles(`after=${moment}`)).toEqual(['Two']);
    expect(await titles(`before=${moment}`)).toEqual(['One']);
    expect(await titles('slug=one')).toEqual(['One']);
    expect(await titles(`include=${one},${two}&orderby=include`)).toEqual(['One', 'Two']);
    expect(await titles(`exclude=${one}`)).toEqual(['Two']);
    expect(await titles(`cal_events_cat_exclude=${category}`)).toEqual(['Two']);
    expect(await titles('search=two')).toEqual(['Two']);
    expect(await titles('author_exclude=2')).toEqual([]);
    calendar.advance(60_000);
    await calendar.ask('editor', 'POST', `/cal_events/${one}`, { namespace, body: { content: 'Changed' } });
    const changed = (await get(`/cal_events/${one}`)).body.modified_gmt;
    expect(await titles(`modified_before=${changed}Z&modified_after=2000-01-01T00:00:00Z`)).toEqual(['Two']);
    expect((await get('/cal_events?page=9')).body.code).toBe('rest_post_invalid_page_number');
  });

  it('take no place in the lists of the calendar until their dates are sent', async () => {
    const id = await make('/cal_events', { title: 'Undated' });
    const listed = async () => (await calendar.ask('visitor', 'GET', '/events?start_date=2000-01-01')).body.total;
    expect(await listed()).toBe(0);
    await calendar.ask('editor', 'POST', `/cal_events/${id}`, { namespace, body: { meta: dates } });
    expect(await listed()).toBe(1);
  });

  it('hide their texts and meta without the password', async () => {
    const id = await make('/cal_venue', {
      title: 'Barn',
      content: 'Secret',
      password: 'key',
      meta: { _VenueCity: 'X' },
    });
    const { body } = await get(`/cal_venue/${id}`);
    expect([body.content, body.meta]).toEqual([{ rendered: '', protected: true }, {}]);
    expect((await get(`/cal_venue/${id}?password=key`)).body.meta._VenueCity).toBe('X');
  });

  it('refuse members of meta of another type', async () => {
    for (const meta of [{ _EventAllDay: 'maybe' }, { _EventVenueID: 'abc' }, { _EventCost: ['1'] }]) {
      const { status, body } = await calendar.ask('editor', 'POST', '/cal_events', {
        namespace,
        body: { title: 'One', meta },
      });
      expect([status, body.code]).toEqual([400, 'rest_invalid_type']);
    }
  });
});
