/** Runs work while nothing else moves effects between the queue, the dead letters and memory. */
export type Exclusively = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** One piece of work after another, in the order in which they came. */
export const createExclusively = (): Exclusively => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
};
