interface Child {
  readonly id: string;
  /** The id of the parent; any other text for none. */
  readonly parent: string;
}

/** Returns items so that each comes after its parent; items in a circle in their order. */
export const parentsFirst = <Item extends Child>(items: readonly Item[]): Item[] => {
  const byId = new Map(items.map((item) => [item.id, item]));
  const ordered = new Set<Item>();
  for (const item of items) {
    const chain = new Set<Item>();
    for (let next: Item | undefined = item; next !== undefined && !chain.has(next) && !ordered.has(next); ) {
      chain.add(next);
      next = byId.get(next.parent);
    }
    for (const each of [...chain].reverse()) ordered.add(each);
  }
  return [...ordered];
};
