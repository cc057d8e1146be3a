import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@almanac/testing';
import { native } from '../../engines/native.ts';
import { request, siteFile } from '../../site.ts';
import { World } from '../native/world.ts';
import { faultsOfMisc } from './visitData.ts';
import { startVisits, type VisitOutcomes } from './visitLoad.ts';

interface VisitCounts {
  readonly opens: number;
  readonly dropped: number;
}

const lacking = native.lacking();
const on = lacking === undefined ? 'on native (the MongoDB stand-in and Kafka)' : `on native, skipped: ${lacking}`;
const POPUPS = 10;
/** Visitors; each one opens every popup. */
const VISITORS = process.env.LONG === undefined ? 200 : 2_000;
const TOTAL = POPUPS * VISITORS;

/** A site that counts popups without limits. */
const unlimitedSite = (folder: string): string => {
  const site = JSON.parse(readFileSync(siteFile, 'utf8')) as object;
  const file = join(folder, 'site.json');
  writeFileSync(file, JSON.stringify({ ...site, settings: { popup_limits: { visitor: 0, address: 0, site: 0 } } }));
  return file;
};

(lacking === undefined ? describe : describe.skip)(`openings of popups, counted by two replicas ${on}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-visits-'));
  let world: World;
  let popups: readonly number[];
  let sent: VisitOutcomes;
  let counted: readonly VisitCounts[];
  beforeAll(async () => {
    world = await World.start({ replicas: { misc: 2 }, environment: { SITE_FILE: unlimitedSite(folder) } });
  });
  afterAll(async () => {
    await world?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const root = () => `${world.origin}/en/json`;
  const asAdmin = async <Body>(method: string, path: string, body?: object): Promise<Body> =>
    (await request<Body>(root(), method, path, { as: 'admin', body })).body;
  const counts = () => Promise.all(popups.map((id) => asAdmin<VisitCounts>('GET', `/popup/v1/popups/${id}/stats`)));
  const killOne = async (): Promise<void> => {
    const [victim] = world.replicas('misc');
    if (victim !== undefined) await world.end(victim, 'SIGKILL');
    await world.add('misc');
  };

  it('count each acknowledged visit once under kill -9, and no visit that was not sent', async () => {
    const make = (index: number) => ({ title: `Popup ${index}`, status: 'publish' });
    const made = Array.from({ length: POPUPS }, (_, index) =>
      asAdmin<{ id: number }>('POST', '/popup/v1/popups', make(index)),
    );
    popups = (await Promise.all(made)).map(({ id }) => id);
    const load = startVisits(root(), popups, VISITORS);
    for (const share of [0.2, 0.4, 0.6, 0.8]) {
      await load.reached(TOTAL * share);
      await killOne();
    }
    await load.done;
    sent = load.sent;
    counted = await counts();
    const open = [...sent.open.values()].reduce((sum, count) => sum + count, 0);
    console.log(
      `visits: ${TOTAL} openings in ${sent.requests} requests, 4 of 2 replicas killed: ${sent.refused} requests refused, ` +
        `${open} openings left open, ${counted.reduce((sum, { opens }) => sum + opens, 0)} counted (stand-in)`,
    );
    for (const [index, popup] of popups.entries()) {
      const [sure, unsure] = [sent.acknowledged.get(popup) ?? 0, sent.open.get(popup) ?? 0];
      const { opens = -1, dropped } = counted[index] ?? {};
      expect([popup, opens >= sure, opens <= sure + 2 * unsure, dropped]).toEqual([popup, true, true, 0]);
    }
    expect(open).toBeLessThan(TOTAL / 20);
  });

  it('keep their counts when the documents are rebuilt', async () => {
    const { id } = await asAdmin<{ id: string }>('POST', '/ops/v1/rebuilds', { service: 'misc' });
    await eventually(
      async () => (await asAdmin<{ status: string }>('GET', `/ops/v1/rebuilds/${id}`)).status === 'done',
    );
    expect(await counts()).toEqual(counted);
  });

  it('leave documents that equal the folds of their events', async () => {
    expect(await faultsOfMisc(world.mongodbUrl)).toEqual([]);
  });
});
