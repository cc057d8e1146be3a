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
type Works = Readonly<Record<string, Work>>;

/** The bodies of created records. */
export const eventBody = (turn: number) => ({
  title: `Fair ${turn}`,
  start_date: '2033-05-01 10:00:00',
  end_date: '2033-05-01 11:00:00',
  status: 'publish',
});
export const postBody = (turn: number) => ({ title: `Note ${turn}`, content: 'Words.', status: 'publish' });

/** The queries of lists of ten records; that of events reaches the dates of the created ones. */
export const [EVENT_LIST, POST_LIST] = [
  '?per_page=10&start_date=2033-04-01&end_date=2033-06-01',
  '?per_page=10',
] as const;

const createEvent: Work = (site, turn) => post(site, '/cal/events/v1/events', eventBody(turn));

export const eventWork: Works = {
  'a list of ten events': ({ root }) => ask(`${root}/cal/events/v1/events${EVENT_LIST}`),
  'a creation of an event': createEvent,
};

export const postWork: Works = {
  'a list of ten posts': ({ root }) => ask(`${root}/core/v2/posts${POST_LIST}`),
  'a creation of a post': (site, turn) => post(site, '/core/v2/posts', postBody(turn)),
};

type Side = 'before' | 'after';

/** Environments of two sites; the cost of `after` is divided by that of `before`. */
type ComparedSites = Readonly<Record<Side, Readonly<Record<string, string>>>>;

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
  works: Works,
  { turn, requests }: { readonly turn: number; readonly requests: number },
): Promise<Readonly<Record<string, Pair>>> => {
  const [before, after] = await Promise.all([startSite(environments.before), startSite(environments.after)]);
  try {
    const pairs: Record<string, Pair> = {
      memory: { before: megabytesOf(pidOf(before)), after: megabytesOf(pidOf(after)) },
    };
    for (const site of [before, after]) await fill(0, EVENTS, (each) => createEvent(site, each));
    for (const [what, work] of Object.entries(works)) {
      const measure = (side: Side) => costOf(side === 'before' ? before : after, work, requests);
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
 * Measures pairs of sites: `memory` of the empty site, and the processor time for each kind of work. Two processes of the
 * same code differ by several percent all their life, so each pair starts new ones.
 * @returns the ratios of the second site to the first, and the number of pairs: `PAIRS`, or less if the time was over
 */
export const compareSites = async (
  environments: ComparedSites,
  works: Works,
  { requests = REQUESTS, withinMs = Number.POSITIVE_INFINITY }: ComparisonLimits = {},
): Promise<{ readonly ratios: ReadonlyMap<string, PairedRatio>; readonly pairs: number }> => {
  const begun = performance.now();
  const pairs: Readonly<Record<string, Pair>>[] = [];
  for (let turn = 0; turn < PAIRS; turn++) {
    if (turn >= FEWEST_PAIRS && performance.now() - begun > withinMs) break;
    pairs.push(await pairOf(environments, works, { turn, requests }));
  }
  const ratioOf = (what: string) => pairedRatio(pairs.map((pair) => pair[what] as Pair));
  return { ratios: new Map(Object.keys(pairs[0] ?? {}).map((what) => [what, ratioOf(what)])), pairs: pairs.length };
};
