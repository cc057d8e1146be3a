/** Runs work, one piece after another, and answers what it answers. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/** A queue of one process: pictures take memory and processors while they are open. */
export const createQueue = (): Queue => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work, work);
    last = done;
    return done;
  };
};
