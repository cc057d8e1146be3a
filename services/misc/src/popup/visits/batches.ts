const MAX_ITEMS = 500;

interface Batch<Item, Result> {
  readonly items: Item[];
  readonly done: Promise<Result>;
}

/**
 * Collects items into batches and works on one batch at a time: items that come while one is under way share the next.
 * Each item gets the result of its batch, or its error.
 */
export const createBatches = <Item, Result>(
  work: (items: readonly Item[]) => Promise<Result>,
): ((item: Item) => Promise<Result>) => {
  let last: Promise<unknown> = Promise.resolve();
  let open: Batch<Item, Result> | undefined;

  const begin = (): Batch<Item, Result> => {
    const items: Item[] = [];
    const close = (): void => {
      if (open?.items === items) open = undefined;
    };
    const done = last
      .catch(() => undefined)
      .then(() => {
        close();
        return work(items);
      });
    last = done;
    return { items, done };
  };

  return (item) => {
    if (open === undefined || open.items.length === MAX_ITEMS) open = begin();
    open.items.push(item);
    return open.done;
  };
};
