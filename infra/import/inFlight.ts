/** Works through items with at most `width` under way at once, in the order given. */
export const inFlight = async <Item>(
  items: Iterable<Item>,
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const rest = Iterator.from(items);
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: width }, worker));
};
