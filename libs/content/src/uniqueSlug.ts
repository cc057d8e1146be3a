import { cutSlug } from './slug.ts';

const LONGEST = 200;

/** Names of feeds, which addresses end with (core-text.md §8.7). */
const FEEDS: ReadonlySet<string> = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed']);

export interface SlugRules {
  /** Further slugs that nobody gets, in lower case: first segments of addresses in use. */
  readonly reserved?: ReadonlySet<string>;
  /** Whether all digits get a suffix, as for posts, whose addresses are `/{slug}/`. Default false. */
  readonly noDigits?: boolean;
}

const isRefused = (slug: string, { reserved, noDigits = false }: SlugRules): boolean =>
  FEEDS.has(slug) || reserved?.has(slug) === true || (noDigits && /^\d+$/.test(slug) && Number(slug) > 0);

/** Up to here every number is tried, so that a small series has no holes. */
const NEAR = 16;

const numbered = (base: string, number: number): string =>
  number < 2 ? cutSlug(base, LONGEST) : `${cutSlug(base, LONGEST - String(number).length - 1)}-${number}`;

/**
 * The first of the base, unless it is refused, then `-2`, `-3` … that is free, the base cut to keep 200 bytes
 * (core-text.md §8.7). `isTaken` is asked for one after another.
 * @param base what `slugOf` gives, or the record's id where that is empty
 */
export const uniqueSlug = async (
  base: string,
  isTaken: (slug: string) => boolean | Promise<boolean>,
  rules: SlugRules = {},
): Promise<string> => {
  const own = numbered(base, 1);
  return isRefused(base, rules) || (await isTaken(own)) ? numberedSlug(base, isTaken) : own;
};

/** The first of `-2`, `-3` … that is free. A long series is not walked through: its end is found by doubling and halving. */
export const numberedSlug = async (
  base: string,
  isTaken: (slug: string) => boolean | Promise<boolean>,
): Promise<string> => {
  for (let number = 2; number <= NEAR; number++)
    if (!(await isTaken(numbered(base, number)))) return numbered(base, number);
  let [taken, free] = [NEAR, NEAR * 2];
  while (await isTaken(numbered(base, free))) [taken, free] = [free, free * 2];
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isTaken(numbered(base, middle))) taken = middle;
    else free = middle;
  }
  return numbered(base, free);
};
