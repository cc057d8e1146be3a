import { eventually } from '@almanac/testing';
import { native } from '../engines/native.ts';
import { type PartName, World } from '../faults/native/world.ts';
import { request } from '../site.ts';
import { calendarView, changed, coreView, fill, gatewayView, viewAfter, viewBefore } from './settingsViews.ts';

const lacking = native.lacking();
const on = lacking === undefined ? 'on native (the MongoDB stand-in and Kafka)' : `on native, skipped: ${lacking}`;

(lacking === undefined ? describe : describe.skip)(`settings of a site with two replicas of each part ${on}`, () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ replicas: { gateway: 2, core: 2, calendar: 2 } });
    await fill((path, body) => request(root(), 'POST', path, { as: 'admin', body }));
  });
  afterAll(() => world?.stop());

  const root = () => `${world.origin}/en/json`;
  const addresses = (name: PartName): string[] => world.replicas(name).map(({ address }) => address);

  /** Reads the views of each replica directly, without a balancer. */
  const viewOfEach = async () => {
    const inside = (address: string) => ({ pages: `${address}/internal/pages`, rest: address });
    const outside = (address: string) => ({ pages: address, rest: `${address}/en/json` });
    return {
      calendar: await Promise.all(addresses('calendar').map((address) => calendarView(inside(address)))),
      core: await Promise.all(addresses('core').map((address) => coreView(inside(address)))),
      gateway: await Promise.all(addresses('gateway').map((address) => gatewayView(outside(address)))),
    };
  };
  const byEach = ({ calendar, core, gateway }: typeof viewBefore) => ({
    calendar: [calendar, calendar],
    core: [core, core],
    gateway: [gateway, gateway],
  });
  const becomes = async (shown: typeof viewBefore): Promise<void> => {
    const expected = JSON.stringify(byEach(shown));
    await eventually(async () => JSON.stringify(await viewOfEach()) === expected).catch(() => {});
    expect(await viewOfEach()).toEqual(byEach(shown));
  };

  it('come from the site file at first, in lists, pages and feed of every replica', () => becomes(viewBefore));

  it('are seen by every replica once they are changed, without a restart', async () => {
    const before = world.replicas('core').map(({ address }) => address);
    const { status } = await request(root(), 'PATCH', '/core/v2/settings', { as: 'admin', body: changed });
    expect(status).toBe(200);
    await becomes(viewAfter);
    expect(addresses('core')).toEqual(before);
  });

  it('are seen at once by the person who changed them, through the same gateway', async () => {
    const [gateway] = addresses('gateway');
    for (let size = 1; size <= 3; size++) {
      const body = { events_per_page: size, posts_per_page: size, title: `Harbour ${size}` };
      const { status } = await request(`${gateway}/en/json`, 'PATCH', '/core/v2/settings', { as: 'admin', body });
      expect(status).toBe(200);
      const addresses = { pages: `${gateway}`, rest: `${gateway}/en/json` };
      expect((await gatewayView(addresses)).name).toBe(`Harbour ${size}`);
      expect((await calendarView(addresses)).listed).toBe(size);
      expect(await coreView(addresses)).toEqual({ name: `Harbour ${size}`, posts: size });
    }
  });

  it('are known to a replica that starts while core is away, from the copy of its service', async () => {
    await request(root(), 'PATCH', '/core/v2/settings', { as: 'admin', body: changed });
    await becomes(viewAfter);
    for (const part of [...world.replicas('core')]) await world.end(part, 'SIGTERM');
    const late = await world.add('calendar');
    const addresses = { pages: `${late.address}/internal/pages`, rest: late.address };
    expect(await calendarView(addresses)).toEqual(viewAfter.calendar);
  });
});
