import { SingleBar } from 'cli-progress';

/** The progress of long work, as one line on standard error; nothing if standard error is not a terminal. */
export interface ProgressLine {
  update(done: number, total: number): void;
  /** Removes the line. */
  stop(): void;
}

/** The number of updates behind the estimate of the remaining time: enough for a stable value. */
const SETTLED_AFTER = 200;

export const progressLine = (
  title: string,
  unit: string,
  stream: NodeJS.WriteStream = process.stderr,
): ProgressLine => {
  const format = `${title} [{bar}] {value}/{total} ${unit} · {eta_formatted} left`;
  const shown = { format, stream, clearOnComplete: true, fps: 5, gracefulExit: false };
  const bar = new SingleBar({ ...shown, etaBuffer: SETTLED_AFTER });
  const isShown = stream.isTTY === true;
  let hasBegun = false;
  return {
    update: (done, total) => {
      if (!isShown) return;
      if (hasBegun) bar.setTotal(total);
      else bar.start(total, 0);
      hasBegun = true;
      bar.update(done);
    },
    stop: () => {
      if (hasBegun) bar.stop();
      hasBegun = false;
    },
  };
};
