import { setTimeout as pause } from 'node:timers/promises';
import { native } from '../../engines/native.ts';
import { verifyCalendar } from './calendarData.ts';
import { expectSound, settled } from './expectSound.ts';
import { startLoad } from './load.ts';
import { type PartName, World } from './world.ts';

const lacking = native.lacking();
const on = lacking === undefined ? 'on native (the MongoDB stand-in and Kafka)' : `on native, skipped: ${lacking}`;

(lacking === undefined ? describe : describe.skip)(`kill -9 under load ${on}`, () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ replicas: { gateway: 2, calendar: 2 } });
  }, 120_000);
  afterAll(() => world?.stop(), 90_000);

  /** Kills and starts again while three writers write; what they were told must be so afterwards. */
  const hurt = async (what: string, kill: () => Promise<void>): Promise<void> => {
    const load = startLoad(world.origin);
    await pause(2_000);
    const before = load.written.acknowledged.size;
    await kill();
    await pause(2_000);
    const written = await load.stop();
    const { log, topic } = await expectSound(world, written);
    expect(written.acknowledged.size).toBeGreaterThan(before);
    const messages = [...topic.values()].flat();
    console.log(
      `${what} killed: ${written.acknowledged.size} acknowledged, ${written.refused} tries refused, ${written.open.length} left open, ${log.length} commits, ` +
        `${messages.length - new Set(messages).size} repeated on the topic (stand-in)`,
    );
  };

  const killOne = async (name: PartName): Promise<void> => {
    const [victim] = world.replicas(name);
    if (victim !== undefined) await world.end(victim, 'SIGKILL');
    await world.add(name);
  };

  it.each(['gateway', 'calendar'] as const)('of a %s loses no acknowledged write', (name) =>
    hurt(name, () => killOne(name)),
  );

  it('of the relay’s owner loses no acknowledged write', () =>
    hurt('relay owner', async () => {
      const owns = await Promise.all(
        world
          .replicas('calendar')
          .map((part) => world.figure(part, 'almanac_lease_terms_total{lease="relay/calendar"')),
      );
      const owner = world.replicas('calendar')[owns.findIndex((terms) => terms !== undefined)];
      if (owner === undefined) throw new Error('nobody has the relay');
      await world.end(owner, 'SIGKILL');
      await world.add('calendar');
    }));

  it('of the broker loses no acknowledged write', () =>
    hurt('broker', async () => {
      await world.stopBroker('SIGKILL');
      await pause(1_000);
      await world.startBroker();
    }));

  it('of no broker for a while: writes go on, the relay catches up with what was acknowledged', async () => {
    await world.stopBroker('SIGTERM');
    const load = startLoad(world.origin);
    await pause(5_000);
    const written = await load.stop();
    expect([written.refused, written.acknowledged.size > 20]).toEqual([0, true]);
    await world.startBroker();
    const began = performance.now();
    await expectSound(world, written);
    console.log(
      `broker away: ${written.acknowledged.size} written meanwhile, on the topic ${Math.round(performance.now() - began)} ms after (stand-in)`,
    );
  });

  it('left documents that equal the folds of a log in which nothing acknowledged is missing', async () => {
    await settled(world);
    expect((await verifyCalendar(world)).faults).toEqual([]);
  });
});
