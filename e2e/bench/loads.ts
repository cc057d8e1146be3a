import { fork } from 'node:child_process';
import { ask } from './client.ts';
import { closedLoop, type Load, median } from './measure.ts';
import { ms, perSecond, report } from './report.ts';

const RUN_MS = 3_000;
const READ_WIDTH = 16;
const WRITE_WIDTH = 8;

/** Reads the same from a bare server that sends the same bytes. */
const bareReads = async (body: string): Promise<Load> => {
  const peer = fork(new URL('peer.ts', import.meta.url), { stdio: 'inherit' });
  peer.send(body);
  const { port } = await new Promise<{ port: number }>((resolve) => peer.once('message', resolve));
  try {
    return await closedLoop(
      { width: READ_WIDTH, ms: RUN_MS },
      async () => void (await ask(`http://127.0.0.1:${port}/`)),
    );
  } finally {
    peer.kill();
  }
};

/** Compares reads of an address with bare node:http sending the same bytes; reports the median of three runs. */
export const benchReads = async (what: string, url: string, goal?: number): Promise<Load> => {
  const body = await ask(url);
  const { limit, load, ratio } = await median(
    3,
    (run) => run.ratio,
    async () => {
      const bare = await bareReads(body);
      const ours = await closedLoop({ width: READ_WIDTH, ms: RUN_MS }, async () => void (await ask(url)));
      return { limit: bare, load: ours, ratio: ours.perSecond / bare.perSecond };
    },
  );
  report({
    what: `${what} (${body.length.toLocaleString('en-US')} bytes), ${READ_WIDTH} in flight`,
    figure: `${perSecond(load.perSecond)}, p50 ${ms(load.p50)}, p99 ${ms(load.p99)}`,
    against: `bare node:http ${perSecond(limit.perSecond)}`,
    ratio,
    ...(goal !== undefined && { goal: `≥ ${goal}/s`, reached: load.perSecond >= goal }),
  });
  return load;
};

/** Measures writes per second; reports the median of three runs. */
export const benchWrites = async (
  what: string,
  write: (turn: number) => Promise<unknown>,
  goal?: { readonly perSecond: number; readonly p50: number },
): Promise<void> => {
  let turn = 1_000_000;
  const load = await median(
    3,
    ({ perSecond: rate }) => rate,
    () => closedLoop({ width: WRITE_WIDTH, ms: RUN_MS }, async () => void (await write(turn++))),
  );
  report({
    what: `${what}, ${WRITE_WIDTH} in flight, durability full`,
    figure: `${perSecond(load.perSecond)}, p50 ${ms(load.p50)}, p99 ${ms(load.p99)}`,
    ...(goal !== undefined && {
      goal: `≥ ${goal.perSecond}/s and p50 ≤ ${goal.p50} ms`,
      reached: load.perSecond >= goal.perSecond && load.p50 <= goal.p50,
    }),
  });
};
