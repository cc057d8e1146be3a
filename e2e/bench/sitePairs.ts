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
export type Work = (site: SiteProcess, turn: number) => Promise<unknown>;
type Works = Readonly<Record<string, Work>>;

/** The addresses of lists, from the REST root. */
export interface ListAddresses {
  readonly root: (site: SiteProcess) => string;
  readonly events: string;
  readonly posts: string;
}

const ADDRESSES: ListAddresses = {
  root: ({ root }) => root,
  events: '/cal/events/v1/events',
  posts: '/core/v2/posts',
};

export const eventWorkAt = ({ root, events }: ListAddresses) =>
  ({
    'a list of ten events': (site) => ask(`${root(site)}${events}?per_page=10`),
    'a creation of an event': (site, turn) =>
      post({ root: root(site) }, events, {
        title: `Fair ${turn}`,
        start_date: '2033-05-01 10:00:00',
        end_date: '2033-05-01 11:00:00',
        status: 'publish',
      }),
  }) satisfies Works;

export const postWorkAt = ({ root, posts }: ListAddresses) =>
  ({
    'a list of ten posts': (site) => ask(`${root(site)}${posts}?per_page=10`),
    'a creation of a post': (site, turn) =>
      post({ root: root(site) }, posts, { title: `Note ${turn}`, content: 'Words.', status: 'publish' }),
  }) satisfies Works;

export const eventWork = eventWorkAt(ADDRESSES);
export const postWork = postWorkAt(ADDRESSES);

type Side = 'before' | 'after';

/** Environments of two sites; the cost of `after` is divided by that of `before`. */
type ComparedSites = Readonly<Record<Side, Readonly<Record<string, string>>>>;

/** A kind of work; both sites get the same requests, unless it names those of each. */
export type ComparedWork = Work | Readonly<Record<Side, Work>>;
type ComparedWorks = Readonly<Record<string, ComparedWork>>;

const pidOf = ({ process: { pid } }: SiteProcess): number => pid as number;

/** Returns the processor time of a number of requests in milliseconds. */
const costOf = async (site: SiteProcess, work: Work, requests: number): Promise<number> => {
  const begun = processTimeOf(pidOf(site));
  await fill(0, requests, (turn) => work(site, turn));
  return processTimeOf(pidOf(site)) - begun;
};

/** Measures each kind of work on two fresh sites; the sites take turns at being first. */
const pairOf = async (
  environments: ComparedSites,
  works: ComparedWorks,
  { turn, requests }: { readonly turn: number; readonly requests: number },
): Promise<Readonly<Record<string, Pair>>> => {
  const [before, after] = await Promise.all([startSite(environments.before), startSite(environments.after)]);
  try {
    const pairs: Record<string, Pair> = {
      start: { before: processTimeOf(pidOf(before)), after: processTimeOf(pidOf(after)) },
      memory: { before: megabytesOf(pidOf(before)), after: megabytesOf(pidOf(after)) },
    };
    for (const site of [before, after])
      await fill(0, EVENTS, (each) => eventWork['a creation of an event'](site, each));
    for (const [what, work] of Object.entries(works)) {
      const own = typeof work === 'function' ? { before: work, after: work } : work;
      const measure = (side: Side) => costOf(side === 'before' ? before : after, own[side], requests);
      await Promise.all([measure('before'), measure('after')]);
      const early = turn % 2 === 0 ? await measure('before') : undefined;
      const cost = await measure('after');
      pairs[what] = { before: early ?? (await measure('before')), after: cost };
    }
    return pairs;
  } finally {
    await Promise.all([before.stop(), after.stop()]);
  }
};

/** The duration of a comparison: `requests` for each measurement, no further pair after `withinMs`. */
export interface ComparisonLimits {
  readonly requests?: number;
  readonly withinMs?: number;
}

/** Pairs that are measured even if the time is over, since an interval needs some. */
const FEWEST_PAIRS = 3;

/**
 * Measures pairs of sites: `start`, the processor time until the first answer, `memory` of the empty site, and the
 * processor time for each kind of work. Two processes of the same code differ by several percent all their life, so
 * each pair starts new ones.
 * @returns the pairs of each figure: `PAIRS` of them, or less if the time was over
 */
export const measurePairs = async (
  environments: ComparedSites,
  works: ComparedWorks,
  { requests = REQUESTS, withinMs = Number.POSITIVE_INFINITY }: ComparisonLimits = {},
): Promise<ReadonlyMap<string, readonly Pair[]>> => {
  const begun = performance.now();
  const pairs: Readonly<Record<string, Pair>>[] = [];
  for (let turn = 0; turn < PAIRS; turn++) {
    if (turn >= FEWEST_PAIRS && performance.now() - begun > withinMs) break;
    pairs.push(await pairOf(environments, works, { turn, requests }));
  }
  return new Map(Object.keys(pairs[0] ?? {}).map((what) => [what, pairs.map((pair) => pair[what] as Pair)]));
};

/** Returns the ratios of the second site to the first (`measurePairs`) without that of the start, and the number of pairs. */
export const compareSites = async (
  environments: ComparedSites,
  works: ComparedWorks,
  limits?: ComparisonLimits,
): Promise<{ readonly ratios: ReadonlyMap<string, PairedRatio>; readonly pairs: number }> => {
  const { start = [], ...measured } = Object.fromEntries(await measurePairs(environments, works, limits));
  const ratios = new Map(Object.entries(measured).map(([what, pairs]) => [what, pairedRatio(pairs)]));
  return { ratios, pairs: start.length };
};
