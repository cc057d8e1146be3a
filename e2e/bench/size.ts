import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { definition } from '@almanac/calendar/definition';
import { registrations } from '@almanac/calendar/service';
import { rebuildDocuments, verifyDocuments } from '@almanac/event-sourcing';
import type { NewCommit } from '@almanac/event-store';
import { type ServiceData, withServices } from '@almanac/infra/service-data';
import { prepareIndexes, readDatabaseSettings } from '@almanac/service/data';
import { MongoClient } from 'mongodb';
import { startSite } from '../site.ts';
import { caughtUp } from './caughtUp.ts';
import { closedLoop } from './measure.ts';
import { forgetPeak, megabytesOf } from './memory.ts';
import { megabytes, ms, perSecond, report, section } from './report.ts';

/** Commits of the larger log; `SIZE=1000000` takes about ten times as long. */
const SIZE = Number(process.env.SIZE ?? 100_000);
const SMALL = 10_000;
/** Commits of each venue; only the first is published to other services. */
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

interface LogFigures {
  readonly fill: number;
  readonly rebuild: number;
  readonly verify: number;
  readonly peak: number;
}

interface SiteFigures {
  readonly catchUp: number;
  readonly start: number;
  readonly list: number;
  readonly held: number;
}

const measureLog = async (calendar: ServiceData, size: number): Promise<LogFigures> => {
  const fill = await seconds(() => fillLog(calendar, size));
  forgetPeak(process.pid);
  const rebuild = await seconds(() => rebuildDocuments(calendar));
  const verify = await seconds(async () => {
    const { commits, faults } = await verifyDocuments(calendar);
    if (commits < size || faults.length > 0) throw new Error(`${commits} commits, ${faults[0]}`);
  });
  return { fill, rebuild, verify, peak: megabytesOf(process.pid, 'at most') };
};

/** Measures the catch-up at the first start, and the site at rest after a second start. */
const measureSite = async (data: string): Promise<SiteFigures> => {
  const filled = await startSite({ DATA: data });
  const catchUp = await seconds(() => caughtUp(filled));
  await filled.stop();
  const begun = performance.now();
  const site = await startSite({ DATA: data });
  const start = (performance.now() - begun) / 1_000;
  await caughtUp(site);
  const { p50 } = await closedLoop({ width: 1, ms: LISTING_MS }, async () => {
    const { status, body } = await site.request<{ venues: unknown[] }>('GET', LIST);
    if (status !== 200 || body.venues.length !== 10) throw new Error(`the list answered ${status}`);
  });
  const held = megabytesOf(site.process.pid as number);
  await site.stop();
  return { catchUp, start, list: p50, held };
};

const onSqlite = async (folder: string, size: number): Promise<LogFigures & SiteFigures> => {
  const data = join(folder, String(size));
  mkdirSync(data, { recursive: true });
  await (await startSite({ DATA: data })).stop();
  const log = await withServices({ environment: { DATA: data } }, ['calendar'], ([calendar]) =>
    measureLog(calendar as ServiceData, size),
  );
  return { ...log, ...(await measureSite(data)) };
};

const onMongodb = async (url: string, size: number): Promise<LogFigures> => {
  const environment = { MONGODB_URL: url, DATABASE_PREFIX: `size-${randomUUID().slice(0, 8)}` };
  const settings = readDatabaseSettings(environment);
  await prepareIndexes(settings, definition);
  const client = new MongoClient(url);
  try {
    return await withServices({ environment }, ['calendar'], ([calendar]) => measureLog(calendar as ServiceData, size));
  } finally {
    await client.db(`${environment.DATABASE_PREFIX}-calendar`).dropDatabase();
    await client.close();
  }
};

type FigureComparison<Figures> = readonly [
  what: string,
  of: (figures: Figures, size: number) => number,
  show: (figure: number) => string,
];

const inSeconds = (figure: number): string => `${figure.toFixed(2)} s`;

const ofLogs: readonly FigureComparison<LogFigures>[] = [
  ['append', ({ fill }, size) => size / fill, perSecond],
  ['rebuild', ({ rebuild }, size) => size / rebuild, perSecond],
  ['verify', ({ verify }, size) => size / verify, perSecond],
  ['most memory of rebuild and verify', ({ peak }) => peak, megabytes],
];

const ofSites: readonly FigureComparison<SiteFigures>[] = [
  ['what others keep of the log made', ({ catchUp }, size) => size / catchUp, perSecond],
  ['start', ({ start }) => start, inSeconds],
  ['a list, p50', ({ list }) => list, ms],
  ['memory of the site', ({ held }) => held, megabytes],
];

const compare = async <Figures>(
  measure: (size: number) => Promise<Figures>,
  compared: readonly FigureComparison<Figures>[],
) => {
  const [small, large] = [await measure(SMALL), await measure(SIZE)];
  for (const [what, of, show] of compared) {
    const [figure, against] = [of(large, SIZE), of(small, SMALL)];
    report({ what, figure: show(figure), against: show(against), ratio: figure / against });
  }
};

/**
 * Compares an embedded site with a long calendar log with one of 10,000 commits. If `MONGODB_URL` is set, compares only
 * the logs, on that server.
 */
export const benchSize = async (folder: string): Promise<void> => {
  const { MONGODB_URL: url } = process.env;
  const store = url === undefined ? 'SQLite' : 'the server that MONGODB_URL names';
  section(
    `A log of ${SIZE.toLocaleString('en-US')} commits, against one of ${SMALL.toLocaleString('en-US')} (${store})`,
  );
  if (url === undefined)
    await compare<LogFigures & SiteFigures>((size) => onSqlite(folder, size), [...ofLogs, ...ofSites]);
  else await compare((size) => onMongodb(url, size), ofLogs);
};
