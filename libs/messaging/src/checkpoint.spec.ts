import fc from 'fast-check';
import { isAfter } from './bus.ts';
import {
  createCheckpoint,
  type LogPosition,
  listCheckpoints,
  readCheckpoint,
  START,
  setCheckpoint,
} from './checkpoint.ts';
import { memoryEntries } from './testing/memoryEntries.ts';

const logPosition = (position: number, n = 0, epoch = 1): LogPosition => ({
  epoch,
  position,
  n,
  commitId: `commit-${position}`,
});

describe('a checkpoint', () => {
  it('starts before the first commit and goes on from its saved position', async () => {
    const entries = memoryEntries();
    const one = createCheckpoint(entries, 'calendar.copies/core');
    expect(await one.open(1)).toEqual(START);
    await one.save(logPosition(4, 2));
    expect(await createCheckpoint(entries, 'calendar.copies/core').open(1)).toEqual(logPosition(4, 2));
    expect(await readCheckpoint(entries, 'calendar.copies/calendar')).toEqual(START);
  });

  it('does not wait for the disk, since lost progress is repeated', async () => {
    const entries = memoryEntries();
    const flushed: unknown[] = [];
    const noting: typeof entries = {
      ...entries,
      put: (kind, id, body, options) => {
        flushed.push(options?.flushed);
        return entries.put(kind, id, body, options);
      },
    };
    const checkpoint = createCheckpoint(noting, 'calendar.copies/core');
    await checkpoint.open(1);
    await checkpoint.save(logPosition(4));
    expect(flushed).toEqual([false, false]);
  });

  it('only moves forward, whichever of two holders of a term saves it', async () => {
    const anyLogPosition = fc
      .tuple(fc.nat(4), fc.nat(2), fc.integer({ min: 1, max: 2 }))
      .map((of) => logPosition(...of));
    const saves = fc.array(fc.tuple(fc.nat(1), anyLogPosition), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(saves, async (steps) => {
        const entries = memoryEntries();
        const holders = [createCheckpoint(entries, 'relay/core'), createCheckpoint(entries, 'relay/core')];
        for (const holder of holders) await holder.open(1);
        let furthest = START;
        for (const [holder, next] of steps) {
          await holders[holder]!.save(next);
          if (isAfter(next, furthest)) furthest = next;
          expect(await readCheckpoint(entries, 'relay/core')).toEqual(furthest);
        }
      }),
    );
  });

  it('is refused to a lower term, from the moment a higher one has opened it', async () => {
    const entries = memoryEntries();
    const [one, two] = [createCheckpoint(entries, 'relay/core'), createCheckpoint(entries, 'relay/core')];
    await one.open(1);
    await one.save(logPosition(5));
    expect(await two.open(2)).toEqual(logPosition(5));
    const stale = expect.objectContaining({ code: 'stale-term' });
    await expect(one.save(logPosition(6))).rejects.toThrow(stale);
    await expect(one.open(1)).rejects.toThrow(stale);
    await two.save(logPosition(6));
    await expect(one.save(logPosition(9))).rejects.toThrow(stale);
    expect(await readCheckpoint(entries, 'relay/core')).toEqual(logPosition(6));
  });

  it('is taken over under a new term, from any holder', async () => {
    const entries = memoryEntries();
    const [one, two] = [createCheckpoint(entries, 'a/core/1'), createCheckpoint(entries, 'a/core/1')];
    expect(await one.takeOver()).toEqual(START);
    await one.save(logPosition(5));
    expect(await two.takeOver()).toEqual(logPosition(5));
    await expect(one.save(logPosition(6))).rejects.toThrow(expect.objectContaining({ code: 'stale-term' }));
    const both = await Promise.all([one.takeOver(), two.takeOver()]);
    expect(both).toEqual([logPosition(5), logPosition(5)]);
    const saved = await Promise.allSettled([one.save(logPosition(6)), two.save(logPosition(6))]);
    expect(saved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('counts a position that a paused holder saved just before the takeover', async () => {
    const entries = memoryEntries();
    const [one, two] = [createCheckpoint(entries, 'relay/core'), createCheckpoint(entries, 'relay/core')];
    await one.open(1);
    entries.before = async (operation) => {
      if (operation !== 'put') return;
      entries.before = () => undefined;
      await one.save(logPosition(7));
    };
    expect(await two.open(2)).toEqual(logPosition(7));
  });

  it('goes on after a write whose answer was lost', async () => {
    const entries = memoryEntries();
    const one = createCheckpoint(entries, 'relay/core');
    await one.open(1);
    const put = entries.put;
    entries.put = async (...write) => {
      entries.put = put;
      await put(...write);
      throw new Error('lost on the wire');
    };
    await expect(one.save(logPosition(3))).rejects.toThrow('lost on the wire');
    await one.save(logPosition(3));
    await one.save(logPosition(4));
    expect(await readCheckpoint(entries, 'relay/core')).toEqual(logPosition(4));
  });

  it('is shown and reset by an operator', async () => {
    const entries = memoryEntries();
    for (const id of ['calendar.copies/core', 'misc.embeds/calendar/3', 'relay/core']) {
      const one = createCheckpoint(entries, id);
      await one.open(1);
      await one.save(logPosition(9));
    }
    expect(await listCheckpoints(entries)).toEqual([
      { id: 'calendar.copies/core', owner: 'calendar.copies', source: 'core', logPosition: logPosition(9) },
      {
        id: 'misc.embeds/calendar/3',
        owner: 'misc.embeds',
        source: 'calendar',
        partition: 3,
        logPosition: logPosition(9),
      },
      { id: 'relay/core', owner: 'relay/core', source: 'core', logPosition: logPosition(9) },
    ]);
    await setCheckpoint(entries, 'relay/core', logPosition(4));
    expect(await createCheckpoint(entries, 'relay/core').takeOver()).toEqual(logPosition(4));
  });

  it.each([4, 20])(
    'is no longer moved, once an operator has reset it to %i, by an owner that still runs',
    async (to) => {
      const entries = memoryEntries();
      const owner = createCheckpoint(entries, 'relay/core');
      await owner.open(3);
      await owner.save(logPosition(9));
      await setCheckpoint(entries, 'relay/core', logPosition(to));
      await expect(owner.save(logPosition(30))).rejects.toThrow(expect.objectContaining({ code: 'stale-term' }));
      expect(await readCheckpoint(entries, 'relay/core')).toEqual(logPosition(to));
      expect(await owner.open(4)).toEqual(logPosition(to));
    },
  );

  it('stays where an operator put it, even if a process took it over and moved it at that moment', async () => {
    const entries = memoryEntries();
    const owner = createCheckpoint(entries, 'relay/core');
    entries.before = async (operation) => {
      if (operation !== 'put') return;
      entries.before = () => undefined;
      await owner.open(7);
      await owner.save(logPosition(9));
    };
    await setCheckpoint(entries, 'relay/core', logPosition(4));
    await expect(owner.save(logPosition(30))).rejects.toThrow(expect.objectContaining({ code: 'stale-term' }));
    expect(await readCheckpoint(entries, 'relay/core')).toEqual(logPosition(4));
  });
});
