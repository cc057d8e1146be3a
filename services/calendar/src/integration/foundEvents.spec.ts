import { serveCalendar, type TestService } from '../testing.contract.ts';

describe('the events of a search', () => {
  let calendar: TestService;
  const make = async (title: string, day: string, more: object = {}, language = 'en') => {
    const body = { title, start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00`, ...more };
    const made = await calendar.ask('administrator', 'POST', '/events', { body, language });
    expect(made.status).toBe(201);
  };
  const find = async (search: string, language = 'en') => {
    const path = `/found-events?${new URLSearchParams({ search })}`;
    const { body } = await calendar.ask('system', 'GET', path, { namespace: 'internal', language });
    const titles = ({ total, events }: { total: number; events: { title: string; language: string }[] }) => [
      total,
      ...events.map(({ title, language: own }) => `${title} ${own}`),
    ];
    return { upcoming: titles(body.upcoming), past: titles(body.past) };
  };

  beforeAll(async () => {
    calendar = await serveCalendar({ name: 'Riverside' }, '2031-06-15T12:00:00Z');
    for (const day of ['01', '02', '03', '04']) await make(`Fair ${day}`, `2031-06-${day}`);
    await make('Autumn', '2031-09-01', { description: 'A fair by the river.' });
    await make('Fair & <em>dance</em>', '2031-07-01');
    await make('Fair, a draft', '2031-07-02', { status: 'draft' });
    await make('Fair, unlisted', '2031-07-02', { hide_from_listings: true });
    await make('Foire', '2031-07-03', { description: 'Une fair.' }, 'fr-ca');
  });
  afterAll(() => calendar.stop());

  it('are the next ones and the latest past ones, found by their titles and texts', async () => {
    expect(await find('fair')).toEqual({
      upcoming: [2, 'Fair &#038; dance en', 'Autumn en'],
      past: [4, 'Fair 04 en', 'Fair 03 en', 'Fair 02 en'],
    });
    expect(await find('nowhere')).toEqual({ upcoming: [0], past: [0] });
  });

  it('are in the language of the page, and in the site’s own where they have no version in it', async () => {
    expect((await find('fair', 'fr-ca')).upcoming).toEqual([3, 'Fair &#038; dance en', 'Foire fr-ca', 'Autumn en']);
  });

  it('have one occurrence of a series, the nearest, with a link to all of its dates', async () => {
    const recurrence = { rules: ['FREQ=WEEKLY;COUNT=4'] };
    await make('Regatta', '2031-06-05', { recurrence });
    await make('Regatta ball', '2031-06-25');
    const path = '/found-events?search=regatta';
    const { body } = await calendar.ask('system', 'GET', path, { namespace: 'internal', language: 'en' });
    const shown = ({ total, events }: { total: number; events: { start: string; dates: object | null }[] }) => [
      total,
      ...events.map(({ start, dates }) => [start.slice(0, 10), dates]),
    ];
    const dates = (count: number, more = '') => ({
      count,
      url: expect.stringMatching(new RegExp(`/events/list/\\?series=\\d+${more}$`)),
    });
    expect(shown(body.upcoming)).toEqual([3, ['2031-06-19', dates(2)], ['2031-06-25', null]]);
    expect(shown(body.past)).toEqual([2, ['2031-06-12', dates(2, '&when=past')]]);
  });

  it('are for other services only', async () => {
    const answer = await calendar.ask('administrator', 'GET', '/found-events?search=a', { namespace: 'internal' });
    expect(answer.status).toBe(403);
  });
});
