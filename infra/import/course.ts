/** How a run that loads many things goes, and whether it goes on. */
export interface Course {
  /** Why nothing more is begun; undefined while it goes on. */
  readonly stopped: string | undefined;
  /** Something came in. */
  succeeded(): void;
  /** Something did not; ten in a row stop the run. */
  failed(reason: string): void;
  /** Somebody has had enough. */
  stop(reason: string): void;
}

const MOST = 10;

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
      if (inARow >= MOST) stop(`${MOST} in a row did not come in, the last one because: ${reason}`);
    },
    stop,
  };
};
