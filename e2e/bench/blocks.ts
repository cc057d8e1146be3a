import { fill } from './client.ts';
import { medianRatio } from './compare/medianRatio.ts';
import type { Pair, PairedRatio } from './compare/pairedRatio.ts';

/** A comparison beside one of equal things, which shows how precise both are. */
export interface ControlledRatio {
  readonly compared: PairedRatio;
  readonly control: PairedRatio;
}

/** Three measurements that were taken together; `control` is that of `before` once more. */
export interface Trio extends Pair {
  readonly control: number;
}

export const SIDES = ['before', 'after', 'control'] as const;

export const ratioOfTrios = (trios: readonly Trio[]): ControlledRatio => ({
  compared: medianRatio(trios),
  control: medianRatio(trios.map(({ before, control }) => ({ before, after: control }))),
});

/** A request; `turn` counts the requests. */
type Request = (turn: number) => Promise<unknown>;

export interface ComparedRequests {
  readonly before: Request;
  readonly after: Request;
}

export interface BlockOptions {
  /** Returns the processor time so far, in any unit. */
  readonly clock: () => number;
  readonly trios: number;
  /** Requests of a block. */
  readonly requests: number;
}

/**
 * Compares the processor time of two kinds of requests to one process, in short blocks that take turns: two processes of
 * the same code differ by several percent all their life, and a machine changes its speed within seconds. Each trio runs
 * its blocks forwards and backwards, so that a steady change, such as more records, cancels, and each begins with another.
 */
export const compareBlocks = async (
  { before, after }: ComparedRequests,
  { clock, trios, requests }: BlockOptions,
): Promise<ControlledRatio> => {
  let turn = 0;
  const costOf = async (request: Request): Promise<number> => {
    const begun = clock();
    await fill(turn, turn + requests, request);
    turn += requests;
    return clock() - begun;
  };
  const trio = async (nth: number): Promise<Trio> => {
    const sum = { before: 0, after: 0, control: 0 };
    const forwards = SIDES.map((_, place) => SIDES[(place + nth) % SIDES.length] ?? 'control');
    for (const side of [...forwards, ...forwards.toReversed()])
      sum[side] += await costOf(side === 'after' ? after : before);
    return sum;
  };
  // not counted: code that has run seldom is not optimized
  for (let warm = 0; warm < trios / 4; warm++) await trio(warm);
  const measured: Trio[] = [];
  for (let nth = 0; nth < trios; nth++) measured.push(await trio(nth));
  return ratioOfTrios(measured);
};
