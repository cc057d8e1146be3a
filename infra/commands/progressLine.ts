import { SingleBar } from 'cli-progress';

/** How far long work is, in one line of standard error; nothing where that is no terminal. */
export interface ProgressLine {
  update(done: number, total: number): void;
  /** Takes the line away. */
  stop(): void;
}

/** Updates that the time left is reckoned from: enough for it to settle. */
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
