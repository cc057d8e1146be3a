const MAX_ITEMS = 500;

interface Batch<Item, Result> {
  readonly items: Item[];
  readonly done: Promise<Result>;
}

/**
 * Collects items into batches and processes one batch at a time. Items that arrive during a batch share the next. Each
 * item gets the result or the error of its batch.
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
