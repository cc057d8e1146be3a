import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServices, type ServiceData } from '@almanac/infra/service-data';
import { listCheckpoints } from '@almanac/messaging';
import type { RedirectRule } from '@almanac/redirects/schemas';
import { eventually } from '@almanac/testing';
import { credentials, type SiteProcess, startSite } from '../../site.ts';
import { startWatchedSite, type WatchedSite } from '../../watchedSite.ts';
import { ask, fill, post } from '../client.ts';
import { contentOf } from '../popups.ts';
import { type RuleKind, ruleNumbered } from '../redirectRules.ts';
import { fillJobs } from '../translationJobs.ts';
import { copyRecord } from './copyRecords.ts';

/** A large site whose event loop is watched. */
export interface LargeSite extends WatchedSite {
  /** Record ids by list path. */
  readonly ids: ReadonlyMap<string, readonly number[]>;
}

const EVENTS = 50_000;
/** Events of June 2031, whose month is as long as a list; the others are spread over ten years. */
const EVENTS_OF_MONTH = 3_000;
const POSTS = 20_000;
const RULES: Readonly<Record<RuleKind, number>> = { exact: 96_000, prefix: 3_000, inner: 1_000 };
const JOBS = 3_000;
const REVISIONS = 100;
/** Bytes of a text that takes a few minutes to read. */
const TEXT_BYTES = 5 * 1_024;

const EVENT_LIST = '/cal/events/v1/events';
const POST_LIST = '/core/v2/posts';
const RULE_LIST = '/redirection/v1/redirect';
const text = contentOf(TEXT_BYTES);
const eventText = contentOf(500);
const postText = contentOf(2_048);

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const upload = (site: SiteProcess, turn: number): Promise<string> =>
  ask(`${site.root}/core/v2/media`, {
    method: 'POST',
    status: 201,
    headers: {
      authorization: credentials('admin'),
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="picture-${turn}.png"`,
    },
    body: png,
  });

/** Requests in one batch. */
const BATCH = 25;

const numberOf = ({ id }: { readonly id?: unknown }): number[] => (typeof id === 'number' ? [id] : []);

/** Creates `count` records at a path, in batches. @returns the ids of records that have one */
const make = async (site: SiteProcess, path: string, count: number, body: (turn: number) => object) => {
  const ids: number[] = [];
  await fill(0, Math.ceil(count / BATCH), async (part) => {
    const requests = Array.from({ length: Math.min(BATCH, count - part * BATCH) }, (_, index) => ({
      path,
      body: body(part * BATCH + index),
    }));
    const { responses } = JSON.parse(await post(site, '/batch/v1', { requests }, 207)) as {
      readonly responses: readonly { readonly status: number; readonly body: { readonly id?: number } }[];
    };
    const refused = responses.find(({ status }) => status >= 300);
    if (refused !== undefined) throw new Error(`${path}: ${JSON.stringify(refused)}`);
    ids.push(...responses.flatMap((each) => numberOf(each.body)));
  });
  return ids;
};

/** Creates `count` records one by one, for routes that do not support batches. */
const makeSingly = async (site: SiteProcess, path: string, count: number, body: (turn: number) => object) => {
  const ids: number[] = [];
  await fill(0, count, async (turn) => {
    const status = path.startsWith('/redirection/') ? 200 : 201;
    ids.push(...numberOf(JSON.parse(await post(site, path, body(turn), status))));
  });
  return ids;
};

const uploadAll = async (site: SiteProcess, count: number): Promise<number[]> => {
  const ids: number[] = [];
  await fill(0, count, async (turn) => void ids.push(...numberOf(JSON.parse(await upload(site, turn)))));
  return ids;
};

const some = (ids: readonly number[], turn: number, count: number): number[] =>
  Array.from({ length: Math.min(count, ids.length) }, (_, index) => ids[(turn + index) % ids.length] as number);

type RecordPlan = readonly [path: string, count: number, body: (turn: number) => object];

const batched: readonly RecordPlan[] = [
  ['/core/v2/categories', 200, (turn) => ({ name: `Subject ${turn}`, description: 'About it. '.repeat(20) })],
  ['/core/v2/tags', 300, (turn) => ({ name: `Word ${turn}` })],
];

/** Users too: hashing the passwords of a batch may take longer than a service has for an answer. */
const single: readonly RecordPlan[] = [
  ['/core/v2/users', 25, (turn) => userOf(turn)],
  ['/cal/events/v1/categories', 200, (turn) => ({ name: `Kind ${turn}` })],
  ['/cal/events/v1/tags', 200, (turn) => ({ name: `Mark ${turn}` })],
  ['/cal/events/v1/venues', 150, (turn) => ({ venue: `Pier ${turn}`, description: text, address: `Quay ${turn}` })],
  ['/cal/events/v1/organizers', 150, (turn) => ({ organizer: `Guild ${turn}`, description: text })],
  ['/popup/v1/popups', 150, (turn) => ({ title: `Offer ${turn}`, content: text, status: 'publish' })],
  ['/i18n/st/v1/strings', 500, (turn) => ({ domain: 'forms', name: `n${turn}`, value: `Text ${turn}` })],
];

const fillLinked = async (site: SiteProcess, ids: Map<string, readonly number[]>): Promise<void> => {
  ids.set('/core/v2/media', await uploadAll(site, 100));
  for (const [path, count, body] of batched) ids.set(path, await make(site, path, count, body));
  for (const [path, count, body] of single) ids.set(path, await makeSingly(site, path, count, body));
};

const userOf = (turn: number): object => ({
  username: `reader${turn}`,
  email: `reader${turn}@example.test`,
  password: `quite-Long-${turn}-sentence`,
  roles: ['author'],
});

type Ids = ReadonlyMap<string, readonly number[]>;

const EVENT_NAME = 'model-evening';
const POST_NAME = 'model-news';
const RULE_NAME = 'model-rule';

/** Creates the event, the post and the redirect rule that are copied. */
const fillModels = async (site: SiteProcess, ids: Map<string, readonly number[]>): Promise<void> => {
  const event = {
    title: EVENT_NAME,
    description: eventText,
    timezone: 'UTC',
    start_date: '2031-06-01 10:00:00',
    end_date: '2031-06-01 10:45:00',
    cost: '15',
    venue: some(ids.get('/cal/events/v1/venues') ?? [], 0, 1),
  };
  const news = { title: POST_NAME, content: postText, status: 'publish' };
  const rule = {
    url: `/${RULE_NAME}`,
    match_type: 'url',
    action_type: 'url',
    action_code: 301,
    action_data: { url: '/new' },
    group_id: 1,
  };
  ids.set(EVENT_LIST, await makeSingly(site, EVENT_LIST, 1, () => event));
  ids.set(POST_LIST, await makeSingly(site, POST_LIST, 1, () => news));
  const { items } = JSON.parse(await post(site, RULE_LIST, rule, 200)) as { items: [{ id: number }] };
  ids.set(RULE_LIST, [items[0].id]);
};

/** Returns a time as stored, `hours` away from UTC. */
const stored = (at: number, hours = 0): string =>
  new Date(at + hours * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ');

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 3_650;

const startOf = (turn: number): number => {
  const day =
    turn < EVENTS_OF_MONTH ? Date.UTC(2031, 5, 1 + (turn % 30)) : Date.UTC(2027, 0, 1) + (turn % DAYS) * DAY_MS;
  return day + (8 + (turn % 12)) * HOUR_MS;
};

const eventChanges = (turn: number, links: Readonly<Record<string, readonly number[]>>): object => {
  const [start, end] = [stored(startOf(turn)), stored(startOf(turn) + 45 * 60_000)];
  return {
    title: `Evening ${turn} by the harbour`,
    start,
    end,
    startUtc: start,
    endUtc: end,
    venues: some(links.venues ?? [], turn, 1),
    organizers: some(links.organizers ?? [], turn, 2),
    categories: some(links.categories ?? [], turn, 3),
    tags: some(links.tags ?? [], turn, 3),
    image: links.media?.[turn % links.media.length] ?? null,
  };
};

/** A winter day, on which New York is five hours behind UTC. */
const FIRST_POST = Date.UTC(2026, 0, 2);

const postChanges = (turn: number, ids: Ids): object => {
  const of = (path: string): readonly number[] => ids.get(path) ?? [];
  const at = FIRST_POST + turn * 100_000;
  return {
    title: `Harbour news ${turn}`,
    categories: some(of('/core/v2/categories'), turn, 3),
    tags: some(of('/core/v2/tags'), turn, 5),
    image: of('/core/v2/media')[turn % 100],
    author: of('/core/v2/users')[turn % 25],
    date: stored(at, -5),
    dateUtc: stored(at),
  };
};

const ruleChanges = (kind: RuleKind, turn: number, position: number): object => {
  const { url, flags, match }: RedirectRule = ruleNumbered(kind, turn);
  return { url, flags, match, position };
};

const serviceOf = (services: readonly ServiceData[], name: string): ServiceData => {
  const service = services.find((each) => each.name === name);
  if (service === undefined) throw new Error(`no service ${name}`);
  return service;
};

/** Copies the models into the logs of a stopped site, where a request for each would take an hour. */
const copyModels = async (services: readonly ServiceData[], ids: Map<string, readonly number[]>): Promise<void> => {
  const model = (path: string): number => ids.get(path)?.[0] ?? 0;
  const of = (path: string): readonly number[] => ids.get(`/cal/events/v1/${path}`) ?? [];
  const links = {
    media: ids.get('/core/v2/media') ?? [],
    ...Object.fromEntries(['venues', 'organizers', 'categories', 'tags'].map((path) => [path, of(path)])),
  };
  const copiedEvents = await copyRecord(serviceOf(services, 'calendar'), {
    category: 'event',
    id: model(EVENT_LIST),
    name: EVENT_NAME,
    count: EVENTS,
    nameOf: (turn) => `evening-${turn}-by-the-harbour`,
    changesOf: (turn) => eventChanges(turn, links),
  });
  ids.set(EVENT_LIST, copiedEvents);
  const copiedPosts = await copyRecord(serviceOf(services, 'core'), {
    category: 'post',
    id: model(POST_LIST),
    name: POST_NAME,
    count: POSTS,
    nameOf: (turn) => `harbour-news-${turn}`,
    changesOf: (turn) => postChanges(turn, ids),
  });
  ids.set(POST_LIST, [model(POST_LIST), ...copiedPosts]);
  let position = 0;
  for (const kind of ['inner', 'prefix', 'exact'] as const) {
    const from = position;
    await copyRecord(serviceOf(services, 'redirection'), {
      category: 'rule',
      id: model(RULE_LIST),
      name: RULE_NAME,
      count: RULES[kind],
      together: 500,
      nameOf: (turn) => `${kind}-${turn}`,
      changesOf: (turn) => ruleChanges(kind, turn, from + turn),
    });
    position += RULES[kind];
  }
};

/** True if every service has read the whole logs of the others. */
const isCaughtUp = async (services: readonly ServiceData[]): Promise<boolean> => {
  for (const { entries } of services) {
    for (const { source, logPosition } of await listCheckpoints(entries)) {
      if (logPosition.position < (await serviceOf(services, source).store.last())) return false;
    }
  }
  return true;
};

const withServices = async (data: string, work: (services: readonly ServiceData[]) => Promise<void>): Promise<void> => {
  const services = openServices(data);
  try {
    await work(services);
  } finally {
    for (const service of services) await service.close();
  }
};

const withSite = async (data: string, work: (site: SiteProcess) => Promise<void>): Promise<void> => {
  const site = await startSite({ DATA: data, DURABILITY: 'normal', LOG_LEVEL: 'error' });
  try {
    await work(site);
  } finally {
    await site.stop();
  }
};

const fillFolder = async (data: string): Promise<Ids> => {
  const ids = new Map<string, readonly number[]>();
  mkdirSync(data, { recursive: true });
  await withSite(data, async (site) => {
    await fillLinked(site, ids);
    await fillModels(site, ids);
    const [model] = ids.get(POST_LIST) ?? [];
    for (let turn = 0; turn < REVISIONS; turn++)
      await post(site, `${POST_LIST}/${model}`, { content: `${text}${turn}` }, 200);
  });
  await fillJobs(data, JOBS);
  await withServices(data, (services) => copyModels(services, ids));
  await withSite(data, () =>
    withServices(data, (services) => eventually(() => isCaughtUp(services), { within: 600_000 })),
  );
  return ids;
};

/** Returns a folder of this machine that holds the site, filled before or now. */
const filledFolder = async (): Promise<string> => {
  const sources = ['largeSite.ts', 'copyRecords.ts'].map((file) => readFileSync(new URL(file, import.meta.url)));
  const digest = createHash('sha256').update(Buffer.concat(sources)).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `almanac-large-site-${digest}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}-${process.pid}`;
  try {
    const ids = await fillFolder(join(unfinished, 'data'));
    writeFileSync(join(unfinished, 'ids.json'), JSON.stringify([...ids]));
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
};

/** Starts a copy of the large site in a folder. The first start on a machine fills the site and keeps it for later. */
export const startLargeSite = async (
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<LargeSite> => {
  const filled = await filledFolder();
  cpSync(join(filled, 'data'), folder, { recursive: true });
  const site = await startWatchedSite({ DATA: folder, DURABILITY: 'normal', LOG_LEVEL: 'error', ...environment });
  const ids = JSON.parse(readFileSync(join(filled, 'ids.json'), 'utf8')) as [string, number[]][];
  return { ...site, ids: new Map(ids) };
};
