interface Width {
  readonly width: number;
  readonly isStopped?: () => boolean;
}

/**
 * Works through items with at most `width` under way at once, in the order given; they are asked for as they are begun.
 * @param isStopped whether no other item is to be begun; what is under way ends
 */
export const inFlight = async <Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { width, isStopped = () => false }: Width,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const rest = each(items);
  const worker = async (): Promise<void> => {
    while (!isStopped()) {
      const next = await rest.next();
      // it may have been stopped while the item was read
      if (next.done || isStopped()) return;
      await work(next.value);
    }
  };
  try {
    await Promise.all(Array.from({ length: width }, worker));
  } finally {
    await rest.return(undefined);
  }
};

async function* each<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item, undefined> {
  yield* items;
}
