import type { NodeProcess } from '@almanac/infra/native-process';
import { eventually } from '@almanac/testing';
import { native } from '../../engines/native.ts';
import { request } from '../../site.ts';
import { readCalendar, verifyCalendar } from './calendarData.ts';
import { expectSound } from './expectSound.ts';
import { startLoad, startReads } from './load.ts';
import { nextCalendar } from './nextRelease/nextCalendar.ts';
import { writingRelease } from './nextRelease/renamedTitle.ts';
import { World } from './world.ts';

const lacking = native.lacking();
const on = lacking === undefined ? 'on native (the MongoDB stand-in and Kafka)' : `on native, skipped: ${lacking}`;
const LONG = process.env.LONG !== undefined;
const READS = LONG ? 300 : 30;
const LAGS = ['relay', 'document'];
const NEXT = 'e2e/faults/native/nextRelease/main.ts';
const READING = 'e2e/faults/native/nextRelease/reading.ts';
const WRITING = 'e2e/faults/native/nextRelease/writing.ts';
const PARTS = ['gateway', 'core', 'calendar'] as const;

(lacking === undefined ? describe : describe.skip)(`two replicas of each part ${on}`, () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({
      replicas: { gateway: 2, core: 2, calendar: 2 },
      environment: { DRAIN_MS: '4000' },
    });
  });
  afterAll(() => world?.stop());

  it('are restarted one after another without a failed request, and keep acknowledged writes', async () => {
    const load = startLoad(world.origin, 2);
    const reading = startReads(world.origin);
    await world.restart(PARTS);
    const reads = await reading.stop();
    const written = await load.stop();
    await expectSound(world, written);
    expect([written.refused, reads.failed]).toEqual([0, []]);
    console.log(
      `rolling restart of ${PARTS.length} parts: ${written.acknowledged.size} writes and ${reads.answered} reads, none failed (stand-in)`,
    );
  });

  it('let a client read its own write through another gateway', async () => {
    const [here, there] = world.replicas('gateway').map(({ address }) => `${address}/en/json`);
    if (here === undefined || there === undefined) throw new Error('there are no two gateways');
    const waits: number[] = [];
    for (let turn = 0; turn < READS; turn++) {
      const title = `Read on another ${turn}.`;
      const body = { title, start_date: '2031-06-01 10:00:00', end_date: '2031-06-01 11:00:00', status: 'publish' };
      const made = await request<{ id: number }>(here, 'POST', '/cal/events/v1/events', { as: 'admin', body });
      expect(made.status).toBe(201);
      const began = performance.now();
      const path = `/cal/events/v1/events/${made.body.id}`;
      await eventually(async () => (await request(there, 'GET', path)).status === 200, { every: 2 });
      waits.push(performance.now() - began);
    }
    const [p50 = 0, p99 = 0] = [0.5, 0.99].map(
      (share) => waits.sort((a, b) => a - b)[Math.floor(waits.length * share)],
    );
    expect(waits).toHaveLength(READS);
    console.log(
      `read on another gateway: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms after the answer (stand-in)`,
    );
  });

  it('run two releases: the older one stops at new event types, and the newer one goes on there', async () => {
    const root = `${world.origin}/en/json`;
    const venues = '/cal/events/v1/venues';
    const body = { venue: 'Quay', status: 'publish' };
    const { id } = (await request<{ id: number }>(root, 'POST', venues, { as: 'admin', body })).body;
    const change = (phone: string) => request(root, 'PUT', `${venues}/${id}`, { as: 'admin', body: { phone } });
    expect((await change('1')).status).toBe(200);
    const [older] = world.replicas('calendar');
    const lagOf = async () =>
      Promise.all(LAGS.map((name) => world.figure(older as NodeProcess, `almanac_${name}_lag_commits`)));

    const first = await world.add('calendar', NEXT);
    const written = await fetch(`${first.address}/next-release/${id}`, { method: 'POST' });
    const { position } = (await written.json()) as { position: number };
    await world.end(first, 'SIGKILL');
    const load = startLoad(world.origin, 1);
    await load.more(5);
    expect((await change('2')).status).toBe(503);
    const acknowledged = await load.stop();
    const { log, topic } = await readCalendar(world);
    const behind = log.length - position + 1;
    expect(behind).toBeGreaterThan(5);
    await eventually(async () => (await lagOf()).every((lag) => lag === behind));
    const told = [...topic.values()].flat().map((place) => Number(place.split('/')[0]));
    expect(Math.max(...told)).toBeLessThan(position);

    const began = performance.now();
    const old = [...world.replicas('calendar')];
    await world.add('calendar', NEXT);
    for (const part of old) await world.end(part, 'SIGTERM');
    const sound = await expectSound(world, acknowledged);
    expect(sound.topic.get(`venue-${id}`)?.filter((place) => place.startsWith(`${position}/`))).toEqual([
      `${position}/0`,
    ]);
    expect((await change('3')).status).toBe(200);
    expect(await verifyCalendar(world, nextCalendar)).toMatchObject({ faults: [] });
    expect(world.said.filter((line) => line.includes('dead letter'))).toEqual([]);
    console.log(
      `two releases: relay and projector of the older stood ${behind} commits behind, ${((performance.now() - began) / 1_000).toFixed(1)} s after the upgrade went on nothing was missing (stand-in)`,
    );
  });

  it('go to a release with new forms and back without a failed request, if the former release reads them', async () => {
    const load = startLoad(world.origin, 2);
    const reading = startReads(world.origin, '/cal/events/v1/events?per_page=5');
    for (const script of [READING, WRITING, READING, ...(LONG ? [WRITING] : [])]) {
      const old = [...world.replicas('calendar')];
      await world.add('calendar', script);
      for (const part of old) await world.end(part, 'SIGTERM');
      await load.more(5);
    }
    const reads = await reading.stop();
    const written = await load.stop();
    const { log } = await expectSound(world, written);
    expect([written.refused, reads.failed]).toEqual([0, []]);
    const titles = [...written.acknowledged.keys()];
    const forms = log
      .flatMap(({ events }) => events)
      .filter(({ type, data }) => type === 'EventCreated' && titles.some((each) => JSON.stringify(data).includes(each)))
      .map(({ schema }) => schema);
    const changes = forms.filter((form, place) => form !== forms[place - 1]);
    expect(changes.length).toBeGreaterThanOrEqual(LONG ? 4 : 3);
    expect(new Set(forms).size).toBe(2);
    // the last release in a long run; the stand-in takes a minute for it
    if (LONG) expect(await verifyCalendar(world, writingRelease)).toMatchObject({ faults: [] });
    expect(world.said.filter((line) => line.includes('dead letter'))).toEqual([]);
    console.log(
      `to the next release and back: ${titles.length} writes and ${reads.answered} reads, none failed (stand-in)`,
    );
  });
});
