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

/**
 * The slugs to try, in order: the base unless it is refused, then `-2`, `-3` …, the base cut to keep 200 bytes
 * (core-text.md §8.7). The base is what `slugOf` gives, or the record's id where that is empty.
 */
export function* slugCandidates(base: string, rules: SlugRules = {}): Generator<string, never> {
  if (!isRefused(base, rules)) yield cutSlug(base, LONGEST);
  for (let number = 2; ; number += 1) yield `${cutSlug(base, LONGEST - String(number).length - 1)}-${number}`;
}

/** The first candidate that is free; `isTaken` is asked for one after another. See `slugCandidates`. */
export const uniqueSlug = async (
  base: string,
  isTaken: (slug: string) => boolean | Promise<boolean>,
  rules: SlugRules = {},
): Promise<string> => {
  const candidates = slugCandidates(base, rules);
  let slug = candidates.next().value;
  while (await isTaken(slug)) slug = candidates.next().value;
  return slug;
};
