import { serveCalendar, type TestService } from '../testing.contract.ts';

const namespace = 'core/v2';
const meta = {
  _EventStartDate: '2031-05-05 10:00:00',
  _EventEndDate: '2031-05-05 11:00:00',
  _EventTimezone: 'America/New_York',
};

describe('lists of event categories in the form of terms', () => {
  let calendar: TestService;
  let ids: { music: number; jazz: number; film: number; empty: number };
  beforeAll(async () => {
    calendar = await serveCalendar();
    const music = await make('/cal_events_cat', { name: 'Music', description: 'c' });
    const jazz = await make('/cal_events_cat', { name: 'Jazz', description: 'B', parent: music });
    const film = await make('/cal_events_cat', { name: 'Film', description: 'a' });
    const empty = await make('/cal_events_cat', { name: 'Empty', description: 'd' });
    ids = { music, jazz, film, empty };
    for (const [title, categories] of [
      ['One', [jazz, film]],
      ['Two', [jazz]],
    ])
      await make('/cal_events', { title, meta, status: 'publish', cal_events_cat: categories });
  });
  afterAll(() => calendar.stop());

  const make = async (path: string, body: object): Promise<number> => {
    const answer = await calendar.ask('editor', 'POST', path, { namespace, body });
    expect(answer.status).toBe(201);
    return answer.body.id;
  };
  const ask = (query: string) => calendar.ask('visitor', 'GET', `/cal_events_cat?${query}`, { namespace });
  const names = async (query: string): Promise<string[]> =>
    (await ask(query)).body.map(({ name }: { readonly name: string }) => name);

  it.each([
    ['name', ['Empty', 'Film', 'Jazz', 'Music']],
    ['slug', ['Empty', 'Film', 'Jazz', 'Music']],
    ['id', ['Music', 'Jazz', 'Film', 'Empty']],
    ['term_group', ['Music', 'Jazz', 'Film', 'Empty']],
    ['description', ['Film', 'Jazz', 'Music', 'Empty']],
    ['count', ['Music', 'Empty', 'Film', 'Jazz']],
    ['include', ['Empty', 'Film', 'Jazz', 'Music']],
    ['include_slugs', ['Empty', 'Film', 'Jazz', 'Music']],
  ])('are ordered by %s, in both directions', async (orderby, ascending) => {
    expect(await names(`orderby=${orderby}`)).toEqual(ascending);
    const descending = orderby === 'count' ? ['Jazz', 'Film', 'Empty', 'Music'] : ascending.toReversed();
    expect(await names(`orderby=${orderby}&order=desc`)).toEqual(descending);
  });

  it('have the order of the ids or slugs that are sent', async () => {
    const { film, music, empty } = ids;
    expect(await names(`orderby=include&include=${film},${music},${empty}`)).toEqual(['Film', 'Music', 'Empty']);
    expect(await names('orderby=include_slugs&slug=jazz,film,empty')).toEqual(['Jazz', 'Film', 'Empty']);
  });

  it('have pages in an order that documents do not store', async () => {
    const { body, headers } = await ask('orderby=count&order=desc&per_page=1&page=2');
    expect([body[0].name, headers.get('x-core-total'), headers.get('x-core-totalpages')]).toEqual(['Film', '4', '4']);
  });

  it('keep the ancestors of used categories if empty ones are left out', async () => {
    expect(await names('hide_empty=true')).toEqual(['Film', 'Jazz', 'Music']);
  });

  it('refuse an unknown order', async () => {
    expect((await ask('orderby=banana')).body).toMatchObject({ code: 'rest_invalid_param' });
  });
});
