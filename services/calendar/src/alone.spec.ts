import { ServiceUnavailableError } from '@almanac/service';
import { serveCalendar, type TestService } from './testing.contract.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

describe('the calendar while no other service answers', () => {
  let calendar: TestService;
  beforeAll(async () => {
    const away: TestService['fetchInternal'] = async (service) => {
      throw new ServiceUnavailableError(service);
    };
    calendar = await serveCalendar({}, undefined, { fetchInternal: away });
    const tag = { id: 70, name: 'Jazz', slug: 'jazz', description: '', language: 'en', group: null };
    await calendar.deliver({ type: 'core.tag-changed.v1', position: 1, data: tag });
    await calendar.deliver({ type: 'core.user-changed.v1', position: 2, data: { id: 2, name: 'Eva', slug: 'eva' } });
  });
  afterAll(() => calendar.stop());

  const write = (body: object) =>
    calendar.ask('editor', 'POST', '/events', { body: { title: 'Fair', ...times, ...body } });

  it('writes and reads its own records, with its copies of others', async () => {
    const made = await write({ tags: ['jazz'], venue: { venue: 'Hall' } });
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect((await calendar.ask('editor', 'PUT', `/events/${id}`, { body: { title: 'Feast' } })).status).toBe(200);
    const listed = await calendar.ask('visitor', 'GET', '/events');
    expect(listed.body.events.map(({ title }: { title: string }) => title)).toEqual(['Feast']);
    expect(listed.body.events[0]).toMatchObject({ tags: [{ name: 'Jazz' }], venue: { venue: 'Hall' } });
    expect((await calendar.send('visitor', '/internal/pages/event/fair/', {})).status).toBe(200);
    expect((await calendar.ask('editor', 'DELETE', `/events/${id}`)).status).toBe(200);
  });

  it.each([
    ['a tag that is new', { tags: ['Brand new'] }],
    ['a picture that it does not know', { image: 12_345 }],
    ['an owner whom it does not know', { author: 77 }],
  ])('reports that a part of the site is away for %s, and changes nothing', async (_what, body) => {
    const before = await calendar.store.last();
    const as = 'administrator' as const;
    const answer = await calendar.ask(as, 'POST', '/events', { body: { title: 'Fair', ...times, ...body } });
    expect([answer.status, answer.body.code]).toEqual([503, 'rest_service_unavailable']);
    expect(answer.headers.get('retry-after')).toBeTruthy();
    expect(await calendar.store.last()).toBe(before);
  });
});
