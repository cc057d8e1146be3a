import { cutSlug } from './slug.ts';

const LONGEST = 200;

/** Names of feeds, which addresses end with (docs/interface/texts.md §8). */
const FEEDS: ReadonlySet<string> = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed']);

export interface SlugRules {
  /** Further slugs that are never given, in lower case: the first segments of addresses in use. */
  readonly reserved?: ReadonlySet<string>;
  /** Whether all digits get a suffix, as for posts, whose addresses are `/{slug}/`. Default false. */
  readonly noDigits?: boolean;
  /** Whether the base is passed over: somebody has it, and `isTaken` would not say so. Default false. */
  readonly numbered?: boolean;
}

const isRefused = (slug: string, { reserved, noDigits = false, numbered = false }: SlugRules): boolean =>
  numbered || FEEDS.has(slug) || reserved?.has(slug) === true || (noDigits && /^\d+$/.test(slug) && Number(slug) > 0);

/** The base, or `-2`, `-3` … at its end, the base cut to keep 200 bytes. */
const numberedSlug = (base: string, number: number): string =>
  number < 2 ? cutSlug(base, LONGEST) : `${cutSlug(base, LONGEST - String(number).length - 1)}-${number}`;

/** Up to here every number is tried, so that a small series has no holes. */
const NEAR = 16;
/** No series is as long. */
const MOST = 2 ** 40;

/**
 * The first of `base`, `base-2`, `base-3` … that is free (docs/interface/texts.md §8); the base is what `slugOf` gives,
 * or the record's id where that is empty. A long series is not walked through: its end is found by doubling and
 * halving.
 */
export const uniqueSlug = async (
  base: string,
  isTaken: (slug: string) => boolean | Promise<boolean>,
  rules: SlugRules = {},
): Promise<string> => {
  const isTakenAt = async (number: number): Promise<boolean> => isTaken(numberedSlug(base, number));
  for (let number = isRefused(base, rules) ? 2 : 1; number <= NEAR; number += 1)
    if (!(await isTakenAt(number))) return numberedSlug(base, number);
  let [taken, free] = [NEAR, NEAR * 2];
  while (await isTakenAt(free)) {
    if (free > MOST) throw new Error(`no slug is free for ${base}`);
    [taken, free] = [free, free * 2];
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isTakenAt(middle)) taken = middle;
    else free = middle;
  }
  return numberedSlug(base, free);
};
