import { cutSlug } from './slug.ts';

const MAX_SLUG_BYTES = 200;

/** Names of feeds at the end of addresses (docs/interface/texts.md §8). */
const FEEDS: ReadonlySet<string> = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed']);

export interface SlugRules {
  /** Further reserved slugs in lower case: the first segments of addresses in use. */
  readonly reserved?: ReadonlySet<string>;
  /** True if a slug of digits alone gets a suffix, as for posts, whose addresses are `/{slug}/`. Default false. */
  readonly noDigits?: boolean;
  /** True to skip the base itself: it is taken, but `isTaken` does not report it. Default false. */
  readonly numbered?: boolean;
}

const isRefused = (slug: string, { reserved, noDigits = false, numbered = false }: SlugRules): boolean =>
  numbered || FEEDS.has(slug) || reserved?.has(slug) === true || (noDigits && /^\d+$/.test(slug) && Number(slug) > 0);

/** Returns the base, or the base with `-2`, `-3` …, cut to 200 bytes in all. */
const numberedSlug = (base: string, number: number): string =>
  number < 2 ? cutSlug(base, MAX_SLUG_BYTES) : `${cutSlug(base, MAX_SLUG_BYTES - String(number).length - 1)}-${number}`;

/** Every number up to this one is tried, so that a small series has no gaps. */
const MAX_NUMBERED_TRIES = 16;
/** Longer than any series. */
const MAX_SUFFIX = 2 ** 40;

/**
 * Returns the first free slug of `base`, `base-2`, `base-3` … (docs/interface/texts.md §8).
 * The base is the result of `slugOf`, or the record's id if that is empty. The end of a long series is found by
 * doubling and bisection.
 */
export const uniqueSlug = async (
  base: string,
  isTaken: (slug: string) => boolean | Promise<boolean>,
  rules: SlugRules = {},
): Promise<string> => {
  const isTakenAt = async (number: number): Promise<boolean> => isTaken(numberedSlug(base, number));
  for (let number = isRefused(base, rules) ? 2 : 1; number <= MAX_NUMBERED_TRIES; number += 1)
    if (!(await isTakenAt(number))) return numberedSlug(base, number);
  let [taken, free] = [MAX_NUMBERED_TRIES, MAX_NUMBERED_TRIES * 2];
  while (await isTakenAt(free)) {
    if (free > MAX_SUFFIX) throw new Error(`no slug is free for ${base}`);
    [taken, free] = [free, free * 2];
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isTakenAt(middle)) taken = middle;
    else free = middle;
  }
  return numberedSlug(base, free);
};
