import { serveCalendar } from '../testing.contract.ts';

describe('the first record of the calendar', () => {
  it('is one of any kind, in the trash too, and none of those that are deleted', async () => {
    const calendar = await serveCalendar();
    const ask = async (method: string, path: string, body?: object) =>
      (await calendar.ask('administrator', method, path, { body })).body;
    const first = async () => (await calendar.ask('system', 'GET', '/first-record', { namespace: 'internal' })).body;
    expect(await first()).toEqual({ record: null });
    const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };
    for (const [type, path, body] of [
      ['event', '/events', { title: 'Fair', ...times }],
      ['venue', '/venues', { venue: 'Pier' }],
      ['organizer', '/organizers', { organizer: 'Band' }],
      ['category', '/categories', { name: 'Sea' }],
    ] as const) {
      const { id } = await ask('POST', path, body);
      expect(await first()).toEqual({ record: { type, id } });
      await ask('DELETE', `${path}/${id}`);
      expect(await first()).toEqual({ record: type === 'category' ? null : { type, id } });
      const forced = { namespace: 'calx/v1' };
      if (type !== 'category') await calendar.ask('administrator', 'DELETE', `${path}/${id}?force=true`, forced);
    }
    expect(await first()).toEqual({ record: null });
    expect((await calendar.ask('administrator', 'GET', '/first-record', { namespace: 'internal' })).status).toBe(403);
    await calendar.stop();
  });
});
