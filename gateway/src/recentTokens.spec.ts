import { createRecentTokens, type RecentTokens } from './recentTokens.ts';
import { FakeCore, FakeService, type ReceivedRequest, startWithServices } from './testing/fakeServices.ts';

describe('recent tokens', () => {
  let at: number;
  let recentTokens: RecentTokens;
  beforeEach(() => {
    at = 0;
    recentTokens = createRecentTokens(() => new Date(at));
  });

  it('are passed on to the other services', () => {
    recentTokens.note('core/10/0/post-7');
    recentTokens.note('calendar/3/1/event-9');
    expect([recentTokens.for('core'), recentTokens.for('calendar'), recentTokens.for('misc')]).toEqual([
      'calendar/3/1/event-9',
      'core/10/0/post-7',
      'core/10/0/post-7,calendar/3/1/event-9',
    ]);
  });

  it('are passed to core too if they are of changed settings, and to the gateway itself', () => {
    recentTokens.note('core/10/0/post-7,core/11/0/settings-site');
    expect([recentTokens.for('core'), recentTokens.for('gateway')]).toEqual([
      'core/11/0/settings-site',
      'core/10/0/post-7,core/11/0/settings-site',
    ]);
  });

  it('are the newest of each record', () => {
    recentTokens.note('core/10/0/post-7,core/10/1/post-8');
    recentTokens.note('core/12/0/post-7');
    recentTokens.note('core/11/0/post-7');
    expect(recentTokens.for('misc')).toBe('core/10/1/post-8,core/12/0/post-7');
  });

  it('are kept for a few seconds', () => {
    recentTokens.note('core/10/0/post-7');
    at = 3_000;
    recentTokens.note('core/11/0/post-8');
    at = 5_001;
    expect(recentTokens.for('misc')).toBe('core/11/0/post-8');
    at = 9_000;
    expect(recentTokens.for('misc')).toBeUndefined();
  });

  it('are at most a hundred', () => {
    for (let position = 1; position <= 150; position++) recentTokens.note(`core/${position}/0/post-${position}`);
    const kept = recentTokens.for('misc')?.split(',') ?? [];
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([100, 'core/51/0/post-51', 'core/150/0/post-150']);
  });

  it('are not made of an invalid header', () => {
    recentTokens.note(undefined);
    recentTokens.note('');
    recentTokens.note('nonsense');
    expect(recentTokens.for('misc')).toBeUndefined();
  });
});

describe('the token of a write', () => {
  it('is passed to the other services, and to no client', async () => {
    const [core, calendar] = [new FakeCore(), new FakeService('cal/events/v1')];
    core.answer = (_request, response) => {
      response.writeHead(201, { 'x-almanac-told': 'core/10/0/post-7', 'x-almanac-position': 10 }).end('{}');
    };
    const site = await startWithServices({ core, calendar });
    const tokensSeen = async (headers = {}): Promise<unknown> => {
      const answer = await fetch(`${site.origin}/en/json/cal/events/v1/events`, { headers });
      return ((await answer.json()) as ReceivedRequest).headers['x-almanac-marks'];
    };
    expect(await tokensSeen({ 'x-almanac-marks': 'core/9/0/claimed' })).toBeUndefined();
    const written = await fetch(`${site.origin}/en/json/core/v2/posts`, { method: 'POST' });
    expect([...written.headers.keys()].filter((name) => name.startsWith('x-almanac-'))).toEqual([]);
    expect(await tokensSeen()).toBe('core/10/0/post-7');
    await site.stop();
  });
});
