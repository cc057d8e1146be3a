import { createSharedValues } from './sharedValues.ts';

describe('shared values', () => {
  it('are computed once for all callers, also while they are computed', async () => {
    const share = createSharedValues<object>();
    const { promise, resolve } = Promise.withResolvers<object>();
    let made = 0;
    const ask = () =>
      share('a', [1, 'x'], () => {
        made++;
        return promise;
      });
    const asked = [ask(), ask()];
    resolve({});
    const [one, other] = await Promise.all([...asked, ask()]);
    expect(other).toBe(one);
    expect(made).toBe(1);
  });

  it.each([
    ['another key', 'b', [1]],
    ['another source', 'a', [2]],
    ['more sources', 'a', [1, 1]],
  ])('differ for %s', async (_what, key, sources) => {
    const share = createSharedValues<string>();
    await share('a', [1], () => 'first');
    expect(await share(key, sources, () => 'second')).toBe('second');
  });

  it('are computed again after a failure', async () => {
    const share = createSharedValues<string>();
    await expect(share('a', [], () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await share('a', [], () => 'made')).toBe('made');
  });

  it('are cached in one form for each key', async () => {
    const share = createSharedValues<number>();
    let made = 0;
    for (const source of [1, 2, 1]) await share('a', [source], () => ++made);
    expect(made).toBe(3);
  });
});
