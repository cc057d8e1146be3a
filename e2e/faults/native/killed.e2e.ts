import { setTimeout as pause } from 'node:timers/promises';
import type { NodeProcess } from '@almanac/infra/native-process';
import { eventually } from '@almanac/testing';
import { native } from '../../engines/native.ts';
import { request } from '../../site.ts';
import { verifyCalendar } from './calendarData.ts';
import { expectSound, settled } from './expectSound.ts';
import { hurt } from './hurt.ts';
import { startLoad } from './load.ts';
import { type PartName, World } from './world.ts';

const lacking = native.lacking();
const on = lacking === undefined ? 'on native (the MongoDB stand-in and Kafka)' : `on native, skipped: ${lacking}`;
/** Milliseconds without a broker. */
const BROKER_AWAY = process.env.LONG === undefined ? 5_000 : 60_000;

(lacking === undefined ? describe : describe.skip)(`a site under load ${on}`, () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ replicas: { gateway: 2, calendar: 2 } });
  });
  afterAll(() => world?.stop());

  const killOne = async (name: PartName): Promise<void> => {
    const [victim] = world.replicas(name);
    if (victim !== undefined) await world.end(victim, 'SIGKILL');
    await world.add(name);
  };

  /** Returns how many times a replica has taken the lease of the calendar's relay. */
  const terms = async (part: NodeProcess): Promise<number> =>
    (await world.figure(part, 'almanac_lease_terms_total{lease="relay/calendar"')) ?? 0;

  /** Returns a calendar that holds the relay, because it was alone, and one started later. */
  const ownerAndOther = async (): Promise<readonly [owner: NodeProcess, other: NodeProcess]> => {
    const [owner, ...rest] = world.replicas('calendar');
    if (owner === undefined) throw new Error('there is no calendar');
    for (const part of rest) await world.end(part, 'SIGTERM');
    await eventually(async () => (await terms(owner)) > 0);
    await settled(world);
    return [owner, await world.add('calendar')];
  };

  it.each(['gateway', 'calendar'] as const)('loses no acknowledged write when a %s is killed', (name) =>
    hurt(world, `${name} killed`, () => killOne(name)),
  );

  it('loses no acknowledged write when the relay’s owner is killed', async () => {
    const [owner] = await ownerAndOther();
    await hurt(world, 'relay owner killed', async () => {
      await world.end(owner, 'SIGKILL');
      await world.add('calendar');
    });
  });

  it('loses no acknowledged write when the relay’s owner is paused, another takes over, and it wakes late', async () => {
    const [owner, other] = await ownerAndOther();
    await hurt(world, 'relay owner paused', async () => {
      owner.process.kill('SIGSTOP');
      await eventually(async () => (await terms(other)) > 0).finally(() => owner.process.kill('SIGCONT'));
    });
  });

  it('loses no acknowledged write when the broker is killed', () =>
    hurt(world, 'broker killed', async () => {
      await world.stopBroker('SIGKILL');
      await pause(1_000);
      await world.startBroker();
    }));

  it('lets writes go on while no broker runs, and the relay catches up with them', async () => {
    await world.stopBroker('SIGTERM');
    const load = startLoad(world.origin);
    await Promise.all([load.more(20), pause(BROKER_AWAY)]);
    const written = await load.stop();
    await world.startBroker();
    const began = performance.now();
    await expectSound(world, written);
    console.log(
      `broker away for ${BROKER_AWAY / 1_000} s: ${written.acknowledged.size} acknowledged meanwhile, ${written.refused} tries refused, ` +
        `all on the topic ${Math.round(performance.now() - began)} ms after (stand-in)`,
    );
  });

  it.each([
    ['calendar', '/cal/events/v1/events', ['/core/v2/posts', '/oembed/1.0/embed?url=http://elsewhere.test']],
    ['misc', '/oembed/1.0/embed?url=http://elsewhere.test', ['/core/v2/posts', '/cal/events/v1/events']],
    ['core', '/core/v2/posts', ['/cal/events/v1/events']],
  ] as const)('loses only the namespaces of %s while all of its replicas are gone', async (name, own, others) => {
    const statusOf = async (path: string): Promise<number> =>
      (await request(`${world.origin}/en/json`, 'GET', path)).status;
    const [count, before] = [world.replicas(name).length, await Promise.all(others.map(statusOf))];
    for (const part of [...world.replicas(name)]) await world.end(part, 'SIGKILL');
    await eventually(async () => (await statusOf(own)) === 503);
    expect(await Promise.all(others.map(statusOf))).toEqual(before);
    for (let each = 0; each < count; each++) await world.add(name);
    await eventually(async () => (await statusOf(own)) !== 503);
  });

  it('leaves documents that equal the folds of a log without a missing acknowledged write', async () => {
    await settled(world);
    expect((await verifyCalendar(world)).faults).toEqual([]);
  });
});
