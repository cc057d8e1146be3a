/** Runs pieces of work one after another and returns the result of each. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a queue for one process: open pictures take memory and processors. */
export const createQueue = (): Queue => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work, work);
    last = done;
    return done;
  };
};
