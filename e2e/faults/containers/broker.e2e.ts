import { setTimeout as pause } from 'node:timers/promises';
import { startKafkaContainer, startMongodbContainer } from '../../engines/containerServers.ts';
import { containers } from '../../engines/containers.ts';
import { verifyCalendar } from '../native/calendarData.ts';
import { hurt } from '../native/hurt.ts';
import { World } from '../native/world.ts';

const lacking = containers.lacking();
const on = lacking === undefined ? `on containers (${containers.label()})` : `on containers, skipped: ${lacking}`;

(lacking === undefined ? describe : describe.skip)(`a site under load ${on}`, () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ servers: { store: startMongodbContainer, broker: startKafkaContainer } });
  });
  afterAll(() => world?.stop());

  it('loses no acknowledged write when a calendar is killed', () =>
    hurt(world, 'calendar killed', async () => {
      const [victim] = world.replicas('calendar');
      if (victim !== undefined) await world.end(victim, 'SIGKILL');
      await world.add('calendar');
    }));

  it('loses no acknowledged write when the broker’s container is killed', () =>
    hurt(world, 'broker’s container killed', async () => {
      await world.stopBroker('SIGKILL');
      await pause(1_000);
      await world.startBroker();
    }));

  it('leaves documents that equal the folds of a log without a missing acknowledged write', async () => {
    expect((await verifyCalendar(world)).faults).toEqual([]);
  });
});
