interface Width {
  readonly width: number;
  readonly isStopped?: () => boolean;
}

/**
 * Works through items in order with at most `width` at once; each is requested when a worker is free.
 * @param isStopped true if no other item may start; running ones end
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
      // The run may have stopped while the item was read.
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
