import { eventually } from '@almanac/testing';
import { native } from '../../engines/native.ts';
import { verifyCalendar } from './calendarData.ts';
import { expectSound } from './expectSound.ts';
import { startLoad } from './load.ts';
import { LossyProxy } from './lossyProxy.ts';
import { World } from './world.ts';

const lacking = native.lacking();
const on = lacking === undefined ? 'on native (the MongoDB stand-in and Kafka)' : `on native, skipped: ${lacking}`;

/** Minimum number of answers to cut or drop. */
const LOST = process.env.LONG === undefined ? 12 : 100;

(lacking === undefined ? describe : describe.skip)(`a store whose answers are lost ${on}`, () => {
  const proxy = new LossyProxy();
  let world: World;
  beforeAll(async () => {
    world = await World.start({ before: (port) => proxy.listen(port) });
  });
  afterAll(async () => {
    proxy.losses = undefined;
    await world?.stop();
    proxy.close();
  });

  it('loses no acknowledged write and repeats none when answers are dropped, delayed and cut', async () => {
    const load = startLoad(world.origin);
    await load.more(5);
    proxy.losses = { cut: 0.01, drop: 0.002, delay: 0.05, delayMs: 200 };
    await eventually(() => proxy.counts.cut + proxy.counts.dropped >= LOST);
    await load.more(15);
    proxy.losses = undefined;
    const written = await load.stop();
    // reads that share a query whose answer was dropped are told to retry until its client gives up
    await eventually(() => proxy.waiting === 0);
    await expectSound(world, written);
    expect((await verifyCalendar(world)).faults).toEqual([]);
    expect(written.acknowledged.size).toBeGreaterThanOrEqual(20);
    console.log(
      `lossy store: ${JSON.stringify(proxy.counts)} answers; ${written.acknowledged.size} acknowledged, ` +
        `${written.refused} tries refused, ${written.open.length} left open (stand-in)`,
    );
  });
});
