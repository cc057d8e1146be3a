import { SingleBar } from 'cli-progress';

/** How far long work is, in one line of standard error; nothing where that is no terminal. */
export interface ProgressLine {
  update(done: number, total: number): void;
  /** Takes the line away. */
  stop(): void;
}

/** Updates that the time left is reckoned from: enough for it to settle. */
const SETTLED_AFTER = 200;

export const progressLine = (title: string, unit: string): ProgressLine => {
  const format = `${title} [{bar}] {value}/{total} ${unit} · {eta_formatted} left`;
  const bar = new SingleBar({ format, clearOnComplete: true, etaBuffer: SETTLED_AFTER, fps: 5, gracefulExit: false });
  const isShown = process.stderr.isTTY === true;
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
