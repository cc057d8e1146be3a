import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registrations } from '@almanac/calendar/app';
import type { NewCommit } from '@almanac/event-store';
import { openServices, type ServiceData } from '@almanac/infra/service-data';
import { rebuildDocuments, verifyDocuments } from '@almanac/write-side';
import { eventually } from '../eventually.ts';
import { startSite } from '../site.ts';
import { closedLoop } from './measure.ts';
import { forgetPeak, megabytesOf } from './memory.ts';
import { megabytes, ms, perSecond, report, section } from './report.ts';

/** How many commits the larger log has; `SIZE=1000000` takes about ten times as long. */
const SIZE = Number(process.env.SIZE ?? 100_000);
const SMALL = 10_000;
/** Of each venue; all but the first are of a kind that no other service is told of. */
const COMMITS_OF_ONE = 10;
const TOGETHER = 1_000;
const LISTING_MS = 3_000;
const LIST = '/cal/events/v1/venues?per_page=10&orderby=title';

const absent = registrations.find(({ aggregate }) => aggregate.category === 'venue')?.aggregate.initialState;

const commitAt = (turn: number): NewCommit => {
  const id = 1 + Math.floor(turn / COMMITS_OF_ONE);
  const version = 1 + (turn % COMMITS_OF_ONE);
  const at = new Date(Date.UTC(2031, 0, 1) + turn * 1_000).toISOString();
  const title = `Hall ${id} of ${id % 97} ways`;
  const texts = { title, slug: `hall-${id}`, path: `/venue/hall-${id}/`, city: 'Riverside', status: 'publish' };
  const dates = { date: '2031-01-01 00:00:00', dateUtc: '2031-01-01 00:00:00' };
  const created = { ...absent, ...texts, ...dates, id, language: 'en', languages: ['en'], sortTitle: title };
  const event =
    version === 1
      ? { type: 'VenueCreated', data: created, schema: 2 }
      : { type: 'VenueListingLanguagesChanged', data: { languages: version % 2 ? ['en'] : ['en', 'fr-ca'] } };
  const meta = { at, principal: 'system', language: 'en', correlation: 'size', causation: 'size' } as const;
  return { events: [{ stream: `venue-${id}`, version, ...event }], meta: { ...meta, id: `size-${turn}` } };
};

const fillLog = async ({ store }: ServiceData, size: number): Promise<void> => {
  for (let turn = 0; turn < size; turn += TOGETHER)
    await Promise.all(Array.from({ length: TOGETHER }, (_, index) => store.append(commitAt(turn + index))));
};

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
};

interface Figures {
  readonly fill: number;
  readonly rebuild: number;
  readonly verify: number;
  readonly peak: number;
  readonly start: number;
  readonly list: number;
  readonly held: number;
}

/** Processor time of a process, in hundredths of a second. */
const busyOf = (pid: number): number => {
  const [, counted = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = counted.split(' ').slice(11, 13).map(Number);
  return user + system;
};

/** Waits until a process has nothing left to do: others' copies and signatures are made of what it was given. */
const quiet = async (pid: number): Promise<void> => {
  let before = Number.NEGATIVE_INFINITY;
  const isQuiet = (): boolean => {
    const now = busyOf(pid);
    const did = now - before;
    before = now;
    return did < 10;
  };
  await eventually(isQuiet, { every: 1_000, within: 3_600_000 });
};

const measureLog = async (data: string, size: number): Promise<Omit<Figures, 'start' | 'list' | 'held'>> => {
  const [calendar] = openServices(data, ['calendar']);
  if (calendar === undefined) throw new Error('the calendar has no data');
  const fill = await seconds(() => fillLog(calendar, size));
  forgetPeak(process.pid);
  const rebuild = await seconds(() => rebuildDocuments(calendar));
  const verify = await seconds(async () => {
    const { commits, faults } = await verifyDocuments(calendar);
    if (commits < size || faults.length > 0) throw new Error(`${commits} commits, ${faults[0]}`);
  });
  await calendar.close();
  return { fill, rebuild, verify, peak: megabytesOf(process.pid, 'at most') };
};

const measureSite = async (data: string): Promise<Pick<Figures, 'start' | 'list' | 'held'>> => {
  const begun = performance.now();
  const site = await startSite({ DATA: data });
  const start = (performance.now() - begun) / 1_000;
  const pid = site.process.pid as number;
  await quiet(pid);
  const { p50 } = await closedLoop({ width: 1, ms: LISTING_MS }, async () => {
    const { status, body } = await site.request<{ venues: unknown[] }>('GET', LIST);
    if (status !== 200 || body.venues.length !== 10) throw new Error(`the list answered ${status}`);
  });
  const held = megabytesOf(pid);
  await site.stop();
  return { start, list: p50, held };
};

const measure = async (folder: string, size: number): Promise<Figures> => {
  const data = join(folder, String(size));
  mkdirSync(data, { recursive: true });
  await (await startSite({ DATA: data })).stop();
  return { ...(await measureLog(data, size)), ...(await measureSite(data)) };
};

/** An embedded site whose calendar has a long log, against one with a log of 10,000 commits. */
export const benchSize = async (folder: string): Promise<void> => {
  section(`A log of ${SIZE.toLocaleString('en-US')} commits, against one of ${SMALL.toLocaleString('en-US')} (SQLite)`);
  const small = await measure(folder, SMALL);
  const large = await measure(folder, SIZE);
  const compare = (what: string, of: (figures: Figures, size: number) => number, show: (figure: number) => string) =>
    report({
      what,
      figure: show(of(large, SIZE)),
      against: show(of(small, SMALL)),
      ratio: of(large, SIZE) / of(small, SMALL),
    });
  compare('append', ({ fill }, size) => size / fill, perSecond);
  compare('rebuild', ({ rebuild }, size) => size / rebuild, perSecond);
  compare('verify', ({ verify }, size) => size / verify, perSecond);
  compare('most memory of rebuild and verify', ({ peak }) => peak, megabytes);
  compare(
    'start',
    ({ start }) => start,
    (figure) => `${figure.toFixed(2)} s`,
  );
  compare('a list, p50', ({ list }) => list, ms);
  compare('memory of the site', ({ held }) => held, megabytes);
};
