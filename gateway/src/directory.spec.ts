import { silentLog } from '@almanac/service';
import { createDirectory, type Directory } from './directory.ts';
import { routeDescription } from './testing/fakeServices.ts';

const NAMESPACE = 'core/v2';
const HALF_A_MINUTE = 30_000;

describe('the directory of routes', () => {
  let directory: Directory;
  let [asked, time] = [0, 0];
  let summary = 'things';
  let timeouts: (number | undefined)[];
  beforeEach(() => {
    timeouts = [];
    asked = 0;
    directory = createDirectory({
      services: ['core'],
      fetchInternal: async (_service, _path, init) => {
        asked++;
        timeouts.push(init?.timeout);
        const namespaces = { [NAMESPACE]: routeDescription(NAMESPACE, '/core/v2/things', summary) };
        return { status: 200, headers: new Headers(), body: { language: 'en', namespaces } };
      },
      log: silentLog,
      now: () => new Date(time),
    });
  });

  it('returns the same map until a service sends another description, however often it is asked', async () => {
    const first = await directory.routes('en', 'full');
    time += HALF_A_MINUTE;
    expect(await directory.routes('en', 'full')).toBe(first);
    expect(asked).toBe(2);
    summary = 'other things';
    time += HALF_A_MINUTE;
    const changed = await directory.routes('en', 'full');
    expect(Object.values(changed.get(NAMESPACE) ?? {})[0]?.summaries).toEqual(['other things']);
  });

  it('waits longer for full descriptions, which a busy service makes on first use', async () => {
    await directory.routes('en', 'short');
    await directory.routes('en', 'full');
    expect(timeouts).toEqual([5_000, 30_000]);
  });

  it('asks no more after its end, even if it ends while a service answers', async () => {
    jest.useFakeTimers();
    const starting = directory.start();
    directory.stop();
    await starting;
    expect(asked).toBe(1);
    time += HALF_A_MINUTE;
    await jest.advanceTimersByTimeAsync(HALF_A_MINUTE);
    expect(asked).toBe(1);
    jest.useRealTimers();
  });
});
