import type { Publishing } from '@almanac/contracts';
import type { RunningSubscription } from './bus.ts';
import {
  consistencyTokenAt,
  formatToken,
  readToken,
  TOKEN_HEADER,
  type TokenPosition,
  WAIT_FOR_HEADER,
  waitFor,
} from './consistencyToken.ts';
import { memoryLog } from './testing/memoryLog.ts';
import { createTestLog, publishTest } from './testing/testLog.ts';

const position = (source: TokenPosition['source'], position: number, key = 'tag-1', n = 0): TokenPosition => ({
  source,
  position,
  n,
  key,
});

const epochAt = async (): Promise<number> => 1;

describe('a consistency token', () => {
  it('names the last event of each key of a commit', async () => {
    const store = memoryLog();
    await createTestLog(store)(['tag-1', 'tag-2', 'tag-1']);
    await createTestLog(store)(['tag-3']);
    const token = consistencyTokenAt('core', { store, publishing: publishTest, epochAt });
    expect(await token(1)).toBe('core/1/2/tag-1,core/1/1/tag-2');
    expect(await token(9)).toBe('');
    const restored = consistencyTokenAt('core', { store, publishing: publishTest, epochAt: async () => 3 });
    expect(await restored(2)).toBe('core@3/2/0/tag-3');
  });

  it('leaves out unpublished events, and is empty while the log cannot be read', async () => {
    const store = memoryLog();
    await createTestLog(store)(['tag-1']);
    const nothing: Publishing = (commit) => commit.events.map(() => undefined);
    expect(await consistencyTokenAt('core', { store, publishing: nothing, epochAt })(1)).toBe('');
    const readLog = async () => {
      throw Object.assign(new Error('gone'), { code: 'store-unavailable' });
    };
    expect(
      await consistencyTokenAt('core', { store: { ...store, readLog } as never, publishing: publishTest, epochAt })(1),
    ).toBe('');
  });

  it('stands in headers that gateways and services of other releases know', () => {
    expect([TOKEN_HEADER, WAIT_FOR_HEADER]).toEqual(['x-almanac-told', 'x-almanac-marks']);
  });

  it('survives a header', () => {
    const positions = [position('core', 1042, 'post-7', 3), position('calendar', 7, 'slug/event/a,b')];
    expect(formatToken(positions)).toBe('core/1042/3/post-7,calendar/7/0/slug%2Fevent%2Fa%2Cb');
    expect(readToken(formatToken(positions))).toEqual(positions);
    expect(readToken('')).toEqual([]);
    const later = [{ ...position('core', 1042, 'post-7', 3), epoch: 2 }];
    expect(readToken(formatToken(later))).toEqual(later);
    expect(readToken('core/x/0/a,nobody/1/0/a,core/1/0,toString/1/0/a,core/2/0/b')).toEqual([position('core', 2, 'b')]);
  });

  it('is waited for together with others, as far as the subscription hears their sources', async () => {
    const asked: unknown[] = [];
    const reached: RunningSubscription['reached'] = async (source, { key }, timeout) => {
      asked.push([source, key, timeout]);
      return source === 'core';
    };
    const running = { reached };
    const token = 'core/1/0/a,translation/1/0/b,calendar/2/0/c';
    expect(await waitFor(running, ['core', 'calendar'], token)).toBe(false);
    expect(asked).toEqual([
      ['core', 'a', 300],
      ['calendar', 'c', 300],
    ]);
    for (const nothing of [undefined, '']) expect(await waitFor(running, ['core', 'calendar'], nothing)).toBe(true);
    expect(asked).toHaveLength(2);
    expect(await waitFor(running, ['core'], token)).toBe(true);
  });
});
