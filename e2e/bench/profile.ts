import { namespaceUnderProfile, PROFILE, PROFILE_ROOT } from '../conformance/profileNames.ts';
import { type Pair, pairedRatio, ratioText } from './compare/pairedRatio.ts';
import { report, section } from './report.ts';
import {
  type ComparedWork,
  eventWork,
  eventWorkAt,
  measurePairs,
  PAIRS,
  postWork,
  postWorkAt,
  type Work,
} from './sitePairs.ts';

/** Requests of a measurement; fewer than in other comparisons, because a pair measures eight kinds of work. */
const REQUESTS = 1_000;
/** Allowed increase in percent. */
const PERCENT = 5;

const byProfile = {
  root: ({ origin }: { readonly origin: string }) => `${origin}${PROFILE_ROOT}`,
  events: `/${namespaceUnderProfile('cal/events/v1')}/events`,
  posts: `/${namespaceUnderProfile('core/v2')}/posts`,
};

/** The requests of clients of the profile, beside the same ones of Almanac's clients on the site without it. */
const workByProfile = (): Record<string, ComparedWork> => {
  const own: Readonly<Record<string, Work>> = { ...eventWork, ...postWork };
  const named: Readonly<Record<string, Work>> = { ...eventWorkAt(byProfile), ...postWorkAt(byProfile) };
  return Object.fromEntries(
    Object.entries(named).flatMap(([what, after]) => {
      const before = own[what];
      return before === undefined ? [] : [[`${what} by the profile’s names`, { before, after }]];
    }),
  );
};

const medianOf = (pairs: readonly Pair[]): number => {
  const ratios = pairs.map(({ before, after }) => after / before).sort((one, other) => one - other);
  return ratios[Math.floor(ratios.length / 2)] ?? Number.NaN;
};

/** Compares a site with the profile of names with one without: start, memory and processor time of requests. */
export const benchProfile = async (): Promise<void> => {
  section(
    `A profile of names: an embedded site with it and one without, ${PAIRS} pairs of sites, ${REQUESTS} requests each, median, then mean and 95 % interval`,
  );
  const environments = { before: {}, after: { ALIASES: PROFILE } };
  const works = { ...eventWork, ...postWork, ...workByProfile() };
  for (const [what, pairs] of await measurePairs(environments, works, { requests: REQUESTS })) {
    const ratio = pairedRatio(pairs);
    const median = medianOf(pairs);
    report({
      what,
      figure: `${median.toFixed(3)}, ${ratioText(ratio)} of what it is without the profile`,
      goal: `median within ${PERCENT} %`,
      reached: median <= 1 + PERCENT / 100,
    });
  }
};
