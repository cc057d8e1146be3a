import { createCommands } from '@almanac/event-sourcing';
import type { Delivery } from '@almanac/messaging';
import { fixedSettings } from '@almanac/service';
import { composeCalendar } from '../app.ts';
import { userCopies } from '../content-items/authors.ts';
import { type EventState, events } from '../events/event.ts';
import { registrations } from '../service.ts';
import { serveCalendar, type TestService } from '../testing.contract.ts';
import { departedUsers, resolveCircularHeirs } from './departedUsers.ts';

const tag = { id: 7, name: 'Loud', slug: 'loud', description: '', language: 'en', group: null };

describe('the copies of core’s tags and users', () => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  const tags = async () =>
    (await calendar.ask('visitor', 'GET', '/tags?hide_empty=false')).body.tags.map(
      (each: { name: string }) => each.name,
    );

  it('follow core’s events, whatever is repeated or late', async () => {
    await calendar.deliver({ type: 'core.tag-changed.v1', data: tag, position: 1 });
    await calendar.deliver({ type: 'core.tag-changed.v1', data: { id: 7, name: 'Quiet' }, position: 5 });
    await calendar.deliver({ type: 'core.tag-changed.v1', data: tag, position: 1 });
    expect(await tags()).toEqual(['Quiet']);
    await calendar.deliver({ type: 'core.tag-deleted.v1', data: { id: 7 }, position: 9 });
    await calendar.deliver({ type: 'core.tag-changed.v1', data: { id: 7, name: 'Late' }, position: 5 });
    expect(await tags()).toEqual([]);
  });

  it('are stored at once for tags that core creates for the calendar', async () => {
    await calendar.ask('editor', 'POST', '/tags', { body: { name: 'Mine' } });
    expect(await tags()).toEqual(['Mine']);
  });

  it('decide who can be an author', async () => {
    const body = { title: 'x', start_date: '2031-05-05', end_date: '2031-05-05', author: 42 };
    const ask = async () => (await calendar.ask('editor', 'POST', '/events', { body })).status;
    expect(await ask()).toBe(400);
    await calendar.deliver({ type: 'core.user-changed.v1', data: { id: 42, name: 'x', slug: 'x' }, position: 1 });
    expect(await ask()).toBe(201);
    await calendar.deliver({ type: 'core.user-deleted.v1', data: { id: 42, reassign: 1 }, position: 2 });
    expect(await ask()).toBe(400);
  });

  it('lose a user who is erased, and nobody else', async () => {
    const kept = async () => (await calendar.documents.get(userCopies, 42))?.body ?? null;
    await calendar.deliver({ type: 'core.user-changed.v1', data: { id: 42, name: 'Ada', slug: 'ada' }, position: 1 });
    await calendar.deliver({ type: 'core.erased.v1', data: { kind: 'user', id: 41 }, position: 2 });
    await calendar.deliver({ type: 'core.erased.v1', data: { kind: 'organizer', id: 42 }, position: 3 });
    expect(await kept()).toEqual({ id: 42, name: 'Ada', slug: 'ada' });
    await calendar.deliver({ type: 'core.erased.v1', data: { kind: 'user', id: 42 }, position: 4 });
    expect(await kept()).toBeNull();
    await calendar.deliver({ type: 'core.user-changed.v1', data: { id: 42, name: 'Ada', slug: 'ada' }, position: 1 });
    expect(await kept()).toBeNull();
  });

  it('ignore late events about an erased user', async () => {
    const kept = async () => (await calendar.documents.get(userCopies, 42))?.body ?? null;
    await calendar.deliver({ type: 'core.user-changed.v1', data: { id: 42, name: null, slug: null }, position: 1 });
    expect(await kept()).toBeNull();
    await calendar.deliver({ type: 'core.user-changed.v1', data: { id: 42, name: 'Ada', slug: 'ada' }, position: 2 });
    await calendar.deliver({ type: 'core.user-changed.v1', data: { id: 42, name: null }, position: 3 });
    expect(await kept()).toBeNull();
  });

  const makeEvent = async (author: number): Promise<number> => {
    const body = { title: 'x', start_date: '2031-05-05', end_date: '2031-05-05', author };
    return (await calendar.ask('editor', 'POST', '/events', { body })).body.id;
  };
  const authorOf = async (id: number): Promise<string> =>
    (await calendar.ask('editor', 'GET', `/events?include=${id}`)).body.events[0].author;
  const composed = () => composeCalendar(calendar, fixedSettings(calendar.site.settings));

  it.each([
    [3, ['author', '3', 'publish']],
    [null, ['author', '4', 'trash']],
  ])('assign the records of a deleted user to %s', async (reassign, expected) => {
    const id = await makeEvent(4);
    await calendar.deliver({ type: 'core.user-deleted.v1', data: { id: 4, reassign }, position: 2 });
    const listed = await calendar.ask('editor', 'GET', `/events?include=${id}&status=publish,trash`);
    const [event] = listed.body.events;
    expect(['author', event.author, event.status]).toEqual(expected);
  });

  it.each([
    [2, ['2', 'publish']],
    [null, ['4', 'trash']],
  ])('assign them to %s, the heir of an heir who was deleted too', async (last, expected) => {
    const id = await makeEvent(4);
    // events of different users arrive in any order
    await calendar.deliver({ type: 'core.user-deleted.v1', data: { id: 3, reassign: last }, position: 3 });
    await calendar.deliver({ type: 'core.user-deleted.v1', data: { id: 4, reassign: 3 }, position: 2 });
    const listed = await calendar.ask('editor', 'GET', `/events?include=${id}&status=publish,trash`);
    const [event] = listed.body.events;
    expect([event.author, event.status]).toEqual(expected);
  });

  it('assign them to a user who exists again, since core was restored', async () => {
    const id = await makeEvent(4);
    await calendar.deliver({ type: 'core.user-deleted.v1', data: { id: 3, reassign: 4 }, position: 2 });
    await calendar.deliver({ type: 'core.user-deleted.v1', data: { id: 4, reassign: 3 }, position: 3 });
    expect(await authorOf(id)).toBe('3');
  });

  /** Returns a departure for each user of the row; the next user is the heir. */
  const departuresOf = (row: readonly (number | null)[]) =>
    row.slice(1).map((reassign, index) => ({ id: row[index] as number, reassign }));

  it.each([
    ['were left to each other', [41, 42, 41]],
    ['were left to one another in a circle', [42, 43, 41, 42]],
    ['was left to oneself', [42, 42]],
  ])('assign them to the first administrator if missing users %s', async (_how, row) => {
    await calendar.deliver({ type: 'core.user-changed.v1', data: { id: 42, name: 'x', slug: 'x' }, position: 1 });
    const id = await makeEvent(42);
    for (const [index, data] of departuresOf(row).entries())
      await calendar.deliver({ type: 'core.user-deleted.v1', data, position: index + 2 });
    expect(await authorOf(id)).toBe('1');
  });

  it.each([
    ['goes to the first administrator', 42, [41, 42, 43, 41], '1'],
    ['goes there from a user who was left to them', 42, [42, 43, 44, 43], '1'],
    ['stays where one of them is there again', 4, [3, 4, 3], '4'],
    ['stays where a user was left to nobody', 42, [42, 43, null], '42'],
  ])('assign them again at the start if deleted users were each other’s heirs: the rest %s', async (...row) => {
    const [, author, departed, expected] = row;
    await calendar.deliver({ type: 'core.user-changed.v1', data: { id: 42, name: 'x', slug: 'x' }, position: 1 });
    const id = await makeEvent(author);
    for (const { id: user, reassign } of departuresOf(departed))
      await calendar.entries.put('departed-user', String(user), { reassign });
    await resolveCircularHeirs(composed(), createCommands({ ...calendar, registrations }), calendar);
    expect(await authorOf(id)).toBe(expected);
  });

  it('assign them to a user who inherited from themselves and exists again', async () => {
    const id = await makeEvent(4);
    await calendar.deliver({ type: 'core.user-deleted.v1', data: { id: 4, reassign: 4 }, position: 2 });
    expect(await authorOf(id)).toBe('4');
  });

  /** Handles a departure; `meanwhile` runs after its records were found and before the first one is given. */
  const depart = async (id: number, reassign: number, meanwhile: () => Promise<unknown>): Promise<void> => {
    const commands = createCommands({ ...calendar, registrations });
    let isFirst = true;
    const run: typeof commands.run = async (...asked) => {
      if (isFirst) {
        isFirst = false;
        await meanwhile();
      }
      return commands.run(...asked);
    };
    const subscription = departedUsers(composed(), { run }, calendar);
    await subscription.handle({ ...delivered, key: `user-${id}`, data: { id, reassign } });
  };

  it('pass on the records of a user who is deleted while inheriting', async () => {
    for (let count = 0; count < 2; count++) await makeEvent(4);
    await depart(4, 3, () => depart(3, 2, async () => undefined));
    const found = await calendar.documents.find<EventState>(events, {});
    expect(found.map(({ author }) => author)).toEqual([2, 2]);
  });

  it('keep records that another user has taken over meanwhile', async () => {
    const id = await makeEvent(4);
    await depart(4, 3, () => calendar.ask('editor', 'POST', `/events/${id}`, { body: { author: 2 } }));
    expect(await authorOf(id)).toBe('2');
  });
});

const delivered: Omit<Delivery, 'key' | 'data'> = {
  type: 'core.user-deleted.v1',
  source: 'core',
  epoch: 1,
  position: 2,
  n: 0,
  at: '2031-01-01T00:00:00.000Z',
  principal: 'system',
  language: 'en',
  correlation: 'spec',
};
