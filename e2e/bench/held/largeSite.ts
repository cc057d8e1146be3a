import { mkdirSync } from 'node:fs';
import { credentials, type SiteProcess } from '../../site.ts';
import { startWatchedSite, type WatchedSite } from '../../watchedSite.ts';
import { ask, fill, post } from '../client.ts';
import { contentOf } from '../popups.ts';
import { fillJobs } from '../translationJobs.ts';

/** A large site whose event loop is watched. */
export interface LargeSite extends WatchedSite {
  /** Record ids by list path. */
  readonly ids: ReadonlyMap<string, readonly number[]>;
}

const EVENTS = 3_000;
const POSTS = 2_000;
const JOBS = 3_000;
const REVISIONS = 100;
/** Bytes of a text that takes a few minutes to read. */
const TEXT_BYTES = 5 * 1_024;

const EVENT_LIST = '/cal/events/v1/events';
const POST_LIST = '/core/v2/posts';
const text = contentOf(TEXT_BYTES);
const two = (value: number): string => String(value).padStart(2, '0');

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

/** Returns an event of June 2031; all events are in that month, so that its view is as long as a list. */
const eventOf = (turn: number, links: Record<string, readonly number[]>): object => {
  const clock = `2031-06-${two((turn % 28) + 1)} ${two(8 + (turn % 12))}`;
  return {
    title: `Evening ${turn} by the harbour`,
    description: text,
    start_date: `${clock}:00:00`,
    end_date: `${clock}:45:00`,
    cost: '15',
    venue: some(links.venues ?? [], turn, 1),
    organizer: some(links.organizers ?? [], turn, 2),
    categories: some(links.categories ?? [], turn, 3),
    tags: some(links.tags ?? [], turn, 3),
    image: links.media?.[turn % links.media.length],
  };
};

type RecordPlan = readonly [path: string, count: number, body: (turn: number) => object];

const batched: readonly RecordPlan[] = [
  ['/core/v2/categories', 200, (turn) => ({ name: `Subject ${turn}`, description: 'About it. '.repeat(20) })],
  ['/core/v2/tags', 300, (turn) => ({ name: `Word ${turn}` })],
  ['/core/v2/users', 25, (turn) => userOf(turn)],
];

const single: readonly RecordPlan[] = [
  ['/cal/events/v1/categories', 200, (turn) => ({ name: `Kind ${turn}` })],
  ['/cal/events/v1/tags', 200, (turn) => ({ name: `Mark ${turn}` })],
  ['/cal/events/v1/venues', 150, (turn) => ({ venue: `Pier ${turn}`, description: text, address: `Quay ${turn}` })],
  ['/cal/events/v1/organizers', 150, (turn) => ({ organizer: `Guild ${turn}`, description: text })],
  ['/popup/v1/popups', 150, (turn) => ({ title: `Offer ${turn}`, content: text, status: 'publish' })],
  ['/i18n/st/v1/strings', 500, (turn) => ({ domain: 'forms', name: `n${turn}`, value: `Text ${turn}` })],
  ['/redirection/v1/redirect', 500, (turn) => redirectOf(turn)],
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

const redirectOf = (turn: number): object => ({
  url: `/old-${turn}`,
  match_type: 'url',
  action_type: 'url',
  action_code: 301,
  action_data: { url: `/new-${turn}` },
  group_id: 1,
});

const fillContent = async (site: SiteProcess, ids: Map<string, readonly number[]>): Promise<void> => {
  const of = (path: string): readonly number[] => ids.get(path) ?? [];
  const media = of('/core/v2/media');
  const links = {
    media,
    venues: of('/cal/events/v1/venues'),
    organizers: of('/cal/events/v1/organizers'),
    categories: of('/cal/events/v1/categories'),
    tags: of('/cal/events/v1/tags'),
  };
  ids.set(EVENT_LIST, await makeSingly(site, EVENT_LIST, EVENTS, (turn) => eventOf(turn, links)));
  const posts = await make(site, POST_LIST, POSTS, (turn) => ({
    title: `Harbour news ${turn}`,
    content: text,
    status: 'publish',
    categories: some(of('/core/v2/categories'), turn, 3),
    tags: some(of('/core/v2/tags'), turn, 5),
    featured_media: media[turn % media.length],
    author: of('/core/v2/users')[turn % 25],
  }));
  ids.set(POST_LIST, posts);
  const [first] = posts;
  for (let turn = 0; turn < REVISIONS; turn++)
    await post(site, `${POST_LIST}/${first}`, { content: `${text}${turn}` }, 200);
};

/** Starts a site on a folder and fills it through its interface; jobs are written to the folder to save time. */
export const startLargeSite = async (folder: string): Promise<LargeSite> => {
  mkdirSync(folder, { recursive: true });
  await fillJobs(folder, JOBS);
  const site = await startWatchedSite({
    DATA: folder,
    DURABILITY: 'normal',
    LOG_LEVEL: 'error',
    LIMITS: 'rendered-content=1000000/60',
  });
  const ids = new Map<string, readonly number[]>();
  try {
    await fillLinked(site, ids);
    await fillContent(site, ids);
  } catch (error) {
    await site.stop();
    throw error;
  }
  return { ...site, ids };
};
