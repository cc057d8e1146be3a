import { serveCalendar, type TestService } from '../testing.contract.ts';

let calendar: TestService;
beforeEach(async () => {
  calendar = await serveCalendar();
});
afterEach(() => calendar.stop());

const make = async (path: string, body: object): Promise<number> => {
  const asking = { namespace: 'core/v2', body: { title: 'Fair', status: 'publish', ...body } };
  return (await calendar.ask('editor', 'POST', path, asking)).body.id;
};

const ask = (as: 'editor' | 'subscriber' | 'visitor') => {
  const body = { medium: 7, names: ['7', '2031/05/pier.jpg', '2031/05/pier-300x200.jpg'] };
  return calendar.ask(as, 'POST', '/medium-uses', { namespace: 'internal', body });
};

describe('the records of the calendar that use a medium', () => {
  it('are those with it as their picture or in their texts', async () => {
    const file = { path: '/uploads/2031/05/pier.jpg', width: 8, height: 6, mimeType: 'image/jpeg' };
    const data = { id: 7, title: '', alt: '', author: 1, status: 'inherit', file, sizes: {} };
    await calendar.deliver({ type: 'core.media-changed.v1', data, position: 1 });
    const event = await make('/cal_events', { featured_media: 7 });
    const venue = await make('/cal_venue', { content: '<img class="core-image-7" src="/x.png">' });
    const organizer = await make('/cal_organizer', { content: '<img src="/uploads/2031/05/pier-300x200.jpg">' });
    await make('/cal_organizer', { content: '[gallery ids="5,77"] core-image-70 /uploads/2031/05/pier-2.jpg' });
    const { body } = await ask('editor');
    const shared = { title: 'Fair', status: 'publish', language: 'en' };
    expect(body).toEqual({
      total: 3,
      hidden: 0,
      uses: [
        { type: 'cal_events', id: event, ...shared, as: ['picture'] },
        { type: 'cal_venue', id: venue, ...shared, as: ['text'] },
        { type: 'cal_organizer', id: organizer, ...shared, as: ['text'] },
      ],
    });
  });

  it('are counted and hidden if the caller may not read them', async () => {
    const gallery = { content: '[gallery ids="7"]' };
    const open = await make('/cal_events', gallery);
    await make('/cal_events', { ...gallery, status: 'draft' });
    const { body } = await ask('subscriber');
    expect([body.total, body.hidden, body.uses.map(({ id }: { id: number }) => id)]).toEqual([2, 1, [open]]);
    expect((await ask('editor')).body.hidden).toBe(0);
    expect((await ask('visitor')).status).toBe(401);
  });

  it('are all counted if more than a hundred are hidden or shown', async () => {
    const gallery = { content: '[gallery ids="7"]' };
    const open = await make('/cal_venue', gallery);
    await Promise.all(Array.from({ length: 101 }, () => make('/cal_venue', { ...gallery, status: 'draft' })));
    const { body } = await ask('subscriber');
    expect([body.total, body.hidden, body.uses.map(({ id }: { id: number }) => id)]).toEqual([102, 101, [open]]);
    const { total, hidden, uses } = (await ask('editor')).body;
    expect([total, hidden, uses.length]).toEqual([102, 0, 100]);
  });

  it('have a series once, with the number of its occurrences', async () => {
    const fair = {
      title: 'Fair',
      description: '<img class="core-image-7" src="/x.png">',
      start_date: '2031-01-07 19:00:00',
      end_date: '2031-01-07 21:00:00',
      recurrence: { rules: ['FREQ=DAILY;COUNT=12'] },
    };
    expect((await calendar.ask('editor', 'POST', '/events', { body: fair })).status).toBe(201);
    const single = await make('/cal_events', { featured_media: 0, content: '[gallery ids="7"]' });
    const { body } = await ask('editor');
    expect([body.total, body.hidden]).toEqual([13, 0]);
    const shared = { type: 'cal_events', title: 'Fair', status: 'publish', language: 'en', as: ['text'] };
    expect(body.uses).toEqual([
      { ...shared, id: single },
      { ...shared, id: expect.any(Number), occurrences: 12 },
    ]);
  });
});
