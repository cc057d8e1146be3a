/**
 * Works through items with at most `width` under way at once, in the order given.
 * @param isStopped whether no other item is to be begun; what is under way ends
 */
export const inFlight = async <Item>(
  items: Iterable<Item>,
  { width, isStopped = () => false }: { readonly width: number; readonly isStopped?: () => boolean },
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const rest = Iterator.from(items);
  const worker = async (): Promise<void> => {
    while (!isStopped()) {
      const next = rest.next();
      if (next.done) return;
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
};
