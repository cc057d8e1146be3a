import { type SiteProcess, startSite } from '../site.ts';
import { ask, fill, post } from './client.ts';
import { type Pair, type PairedRatio, pairedRatio } from './compare/pairedRatio.ts';
import { megabytesOf } from './memory.ts';
import { processTimeOf } from './processTime.ts';

export const PAIRS = 9;
/** Requests of a measurement and of its warm-up; with fewer, the code is not yet optimized. */
export const REQUESTS = 3_000;
/** Events that exist before the measurement. */
const EVENTS = 100;

/** A request to a site; `turn` counts the requests. */
type Work = (site: SiteProcess, turn: number) => Promise<unknown>;

const createEvent: Work = (site, turn) =>
  post(site, '/cal/events/v1/events', {
    title: `Fair ${turn}`,
    start_date: '2033-05-01 10:00:00',
    end_date: '2033-05-01 11:00:00',
    status: 'publish',
  });

const createPost: Work = (site, turn) =>
  post(site, '/core/v2/posts', { title: `Note ${turn}`, content: 'Words.', status: 'publish' });

export const eventWork: Readonly<Record<string, Work>> = {
  'a list of ten events': (site) => ask(`${site.root}/cal/events/v1/events?per_page=10`),
  'a creation of an event': createEvent,
};

export const postWork: Readonly<Record<string, Work>> = {
  'a list of ten posts': (site) => ask(`${site.root}/core/v2/posts?per_page=10`),
  'a creation of a post': createPost,
};

/** Environments of two sites that get the same requests; the cost of `after` is divided by that of `before`. */
export interface ComparedSites {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}

const pidOf = ({ process: { pid } }: SiteProcess): number => pid as number;

/** Returns the processor time of `REQUESTS` requests in milliseconds. */
const costOf = async (site: SiteProcess, work: Work): Promise<number> => {
  const begun = processTimeOf(pidOf(site));
  await fill(0, REQUESTS, (turn) => work(site, turn));
  return processTimeOf(pidOf(site)) - begun;
};

/** Measures each kind of work on two fresh sites; the sites take turns at being first. */
const pairOf = async (
  environments: ComparedSites,
  works: Readonly<Record<string, Work>>,
  turn: number,
): Promise<Readonly<Record<string, Pair>>> => {
  const [before, after] = [await startSite(environments.before), await startSite(environments.after)];
  try {
    const pairs: Record<string, Pair> = {
      memory: { before: megabytesOf(pidOf(before)), after: megabytesOf(pidOf(after)) },
    };
    for (const site of [before, after]) await fill(0, EVENTS, (each) => createEvent(site, each));
    for (const [what, work] of Object.entries(works)) {
      await Promise.all([costOf(before, work), costOf(after, work)]);
      const early = turn % 2 === 0 ? await costOf(before, work) : undefined;
      const cost = await costOf(after, work);
      pairs[what] = { before: early ?? (await costOf(before, work)), after: cost };
    }
    return pairs;
  } finally {
    await Promise.all([before.stop(), after.stop()]);
  }
};

/**
 * Returns the ratios of the second site to the first: `memory` of the empty site, and processor time for each kind of
 * work. Two processes of the same code differ by several percent all their life, so each pair starts new ones.
 */
export const compareSites = async (
  environments: ComparedSites,
  works: Readonly<Record<string, Work>>,
): Promise<ReadonlyMap<string, PairedRatio>> => {
  const pairs: Readonly<Record<string, Pair>>[] = [];
  for (let turn = 0; turn < PAIRS; turn++) pairs.push(await pairOf(environments, works, turn));
  return new Map(
    ['memory', ...Object.keys(works)].map((what) => [what, pairedRatio(pairs.map((pair) => pair[what] as Pair))]),
  );
};
