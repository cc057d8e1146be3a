/**
 * The full form of the interface's own relations, which `_links` abbreviates to `core:name` (docs/interface/server.md
 * §11).
 */
export const relationPrefix = 'urn:almanac:rel:';

/** A link: its attributes, then its address. */
export interface Link {
  readonly embeddable?: true;
  readonly [attribute: string]: unknown;
  readonly href: string;
}

export type Links = Readonly<Record<string, readonly Link[]>>;

/**
 * Builds `_links` (docs/interface/server.md §11): omits relations without links; `curies` explains the compact ones.
 */
export const linkSet = (links: Readonly<Record<string, readonly Link[] | undefined>>): Links => {
  const present = Object.entries(links).filter(
    (entry): entry is [string, readonly Link[]] => (entry[1]?.length ?? 0) > 0,
  );
  const compact = present.some(([relation]) => relation.startsWith('core:'));
  const curies = [{ name: 'core', href: `${relationPrefix}{rel}`, templated: true }];
  return Object.fromEntries([
    ...present.map(([relation, entries]) => [relation, entries.map(ordered)] as const),
    ...(compact ? [['curies', curies] as const] : []),
  ]);
};

const ordered = ({ href, ...attributes }: Link): Link => ({ ...attributes, href });

/** Returns a `self` link with the caller's allowed methods; without hints if the address matches no route. */
export const selfLink = async (
  href: string,
  { allowed }: { allowed(path: string): Promise<readonly string[] | undefined> },
): Promise<Link> => {
  const methods = await allowed(href);
  return methods === undefined || methods.length === 0 ? { href } : { targetHints: { allow: methods }, href };
};
