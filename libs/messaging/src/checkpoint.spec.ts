import fc from 'fast-check';
import { isAfter } from './bus.ts';
import { createCheckpoint, listCheckpoints, type Place, placeCheckpoint, readCheckpoint, START } from './checkpoint.ts';
import { memoryRecords } from './testing/memoryRecords.ts';

const place = (position: number, n = 0, epoch = 1): Place => ({ epoch, position, n, commitId: `commit-${position}` });

describe('a checkpoint', () => {
  it('starts before the first commit and goes on from where it was kept', async () => {
    const records = memoryRecords();
    const one = createCheckpoint(records, 'calendar.copies/core');
    expect(await one.open(1)).toEqual(START);
    await one.save(place(4, 2));
    expect(await createCheckpoint(records, 'calendar.copies/core').open(1)).toEqual(place(4, 2));
    expect(await readCheckpoint(records, 'calendar.copies/calendar')).toEqual(START);
  });

  it('only moves forward, whichever of two holders of a term saves what', async () => {
    const anyPlace = fc.tuple(fc.nat(4), fc.nat(2), fc.integer({ min: 1, max: 2 })).map((of) => place(...of));
    const saves = fc.array(fc.tuple(fc.nat(1), anyPlace), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(saves, async (steps) => {
        const records = memoryRecords();
        const holders = [createCheckpoint(records, 'relay/core'), createCheckpoint(records, 'relay/core')];
        for (const holder of holders) await holder.open(1);
        let furthest = START;
        for (const [holder, next] of steps) {
          await holders[holder]!.save(next);
          if (isAfter(next, furthest)) furthest = next;
          expect(await readCheckpoint(records, 'relay/core')).toEqual(furthest);
        }
      }),
    );
  });

  it('is refused to a lower term, from the moment a higher one has opened it', async () => {
    const records = memoryRecords();
    const [one, two] = [createCheckpoint(records, 'relay/core'), createCheckpoint(records, 'relay/core')];
    await one.open(1);
    await one.save(place(5));
    expect(await two.open(2)).toEqual(place(5));
    const stale = expect.objectContaining({ code: 'stale-term' });
    await expect(one.save(place(6))).rejects.toThrow(stale);
    await expect(one.open(1)).rejects.toThrow(stale);
    await two.save(place(6));
    await expect(one.save(place(9))).rejects.toThrow(stale);
    expect(await readCheckpoint(records, 'relay/core')).toEqual(place(6));
  });

  it('is taken over with a term of its own, from anybody', async () => {
    const records = memoryRecords();
    const [one, two] = [createCheckpoint(records, 'a/core/1'), createCheckpoint(records, 'a/core/1')];
    expect(await one.takeOver()).toEqual(START);
    await one.save(place(5));
    expect(await two.takeOver()).toEqual(place(5));
    await expect(one.save(place(6))).rejects.toThrow(expect.objectContaining({ code: 'stale-term' }));
    const both = await Promise.all([one.takeOver(), two.takeOver()]);
    expect(both).toEqual([place(5), place(5)]);
    const saved = await Promise.allSettled([one.save(place(6)), two.save(place(6))]);
    expect(saved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('counts what a paused holder kept just before it was taken over', async () => {
    const records = memoryRecords();
    const [one, two] = [createCheckpoint(records, 'relay/core'), createCheckpoint(records, 'relay/core')];
    await one.open(1);
    records.before = async (operation) => {
      if (operation !== 'put') return;
      records.before = () => undefined;
      await one.save(place(7));
    };
    expect(await two.open(2)).toEqual(place(7));
  });

  it('goes on after a write whose answer was lost', async () => {
    const records = memoryRecords();
    const one = createCheckpoint(records, 'relay/core');
    await one.open(1);
    const put = records.put;
    records.put = async (...write) => {
      records.put = put;
      await put(...write);
      throw new Error('lost on the wire');
    };
    await expect(one.save(place(3))).rejects.toThrow('lost on the wire');
    await one.save(place(3));
    await one.save(place(4));
    expect(await readCheckpoint(records, 'relay/core')).toEqual(place(4));
  });

  it('is seen and put back by an operator', async () => {
    const records = memoryRecords();
    for (const id of ['calendar.copies/core', 'misc.embeds/calendar/3', 'relay/core']) {
      const one = createCheckpoint(records, id);
      await one.open(1);
      await one.save(place(9));
    }
    expect(await listCheckpoints(records)).toEqual([
      { id: 'calendar.copies/core', owner: 'calendar.copies', source: 'core', place: place(9) },
      { id: 'misc.embeds/calendar/3', owner: 'misc.embeds', source: 'calendar', partition: 3, place: place(9) },
      { id: 'relay/core', owner: 'relay/core', source: 'core', place: place(9) },
    ]);
    await placeCheckpoint(records, 'relay/core', place(4));
    expect(await createCheckpoint(records, 'relay/core').takeOver()).toEqual(place(4));
  });

  it.each([4, 20])(
    'is no longer moved, once an operator has put it at %i, by an owner that runs all the same',
    async (to) => {
      const records = memoryRecords();
      const owner = createCheckpoint(records, 'relay/core');
      await owner.open(3);
      await owner.save(place(9));
      await placeCheckpoint(records, 'relay/core', place(to));
      await expect(owner.save(place(30))).rejects.toThrow(expect.objectContaining({ code: 'stale-term' }));
      expect(await readCheckpoint(records, 'relay/core')).toEqual(place(to));
      expect(await owner.open(4)).toEqual(place(to));
    },
  );

  it('stands where an operator put it, also when somebody took it over and moved it at that moment', async () => {
    const records = memoryRecords();
    const owner = createCheckpoint(records, 'relay/core');
    records.before = async (operation) => {
      if (operation !== 'put') return;
      records.before = () => undefined;
      await owner.open(7);
      await owner.save(place(9));
    };
    await placeCheckpoint(records, 'relay/core', place(4));
    await expect(owner.save(place(30))).rejects.toThrow(expect.objectContaining({ code: 'stale-term' }));
    expect(await readCheckpoint(records, 'relay/core')).toEqual(place(4));
  });
});
