/** The progress of a run that imports many things; it decides when the run stops. */
export interface Course {
  /** The reason why the run starts nothing more; undefined while it continues. */
  readonly stopped: string | undefined;
  /** Records a success. */
  succeeded(): void;
  /** Records a failure; ten in a row stop the run. */
  failed(reason: string): void;
  /** Stops the run at a person's request. */
  stop(reason: string): void;
}

const MAX_CONSECUTIVE_FAILURES = 10;

export const createCourse = (): Course => {
  let stopped: string | undefined;
  let inARow = 0;
  const stop = (reason: string): void => {
    stopped ??= reason;
  };
  return {
    get stopped() {
      return stopped;
    },
    succeeded: () => {
      inARow = 0;
    },
    failed: (reason) => {
      inARow += 1;
      if (inARow >= MAX_CONSECUTIVE_FAILURES)
        stop(`${MAX_CONSECUTIVE_FAILURES} in a row did not come in, the last one because: ${reason}`);
    },
    stop,
  };
};
