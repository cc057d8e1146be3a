import { setTimeout as pause } from 'node:timers/promises';

/** The first opening of a popup by a visitor. */
interface Visit {
  readonly popup: number;
  readonly visitor: number;
}

/** Outcomes of visits, as known to the clients. */
export interface VisitOutcomes {
  /** Visits answered with 204 in time, by popup: each must be counted once. */
  readonly acknowledged: Map<number, number>;
  /** Visits without 204, or so late that a retry may count as another visit, by popup. */
  readonly open: Map<number, number>;
  requests: number;
  refused: number;
}

export interface VisitLoad {
  readonly sent: VisitOutcomes;
  /** Resolves when `count` visits are over. */
  reached(count: number): Promise<void>;
  readonly done: Promise<void>;
}

const CLIENTS = 8;
/** Milliseconds for retries; repeats within five seconds count as one visit. */
const TRIES_MS = 3_000;
const CERTAIN_MS = 4_000;
/** One visitor in three sends each visit twice at once. */
const TWICE = 3;

/** A request still under way when its client gives up may be counted later, as another visit. */
type Outcome = 'counted' | 'refused' | 'under way';

const add = (counts: Map<number, number>, popup: number): void => void counts.set(popup, (counts.get(popup) ?? 0) + 1);

/** Starts eight clients that send each visitor's opening of each popup, some twice, until an answer is 204. */
export const startVisits = (root: string, popups: readonly number[], visitors: number): VisitLoad => {
  const sent: VisitOutcomes = { acknowledged: new Map(), open: new Map(), requests: 0, refused: 0 };
  const left = Array.from({ length: visitors }, (_, visitor) =>
    popups.map((popup): Visit => ({ popup, visitor })),
  ).flat();
  let over = 0;

  const send = async ({ popup, visitor }: Visit): Promise<Outcome> => {
    sent.requests++;
    const tooLate = AbortSignal.timeout(TRIES_MS);
    const answer = await fetch(`${root}/popup/v1/analytics?event=open&pid=${popup}`, {
      headers: { 'user-agent': `Reader/${visitor}` },
      signal: tooLate,
    }).catch(() => undefined);
    await answer?.text().catch(() => undefined);
    if (answer?.status === 204) return 'counted';
    sent.refused++;
    return tooLate.aborted ? 'under way' : 'refused';
  };

  const visit = async (each: Visit): Promise<void> => {
    const begun = performance.now();
    const outcomes: Outcome[] = [];
    while (!outcomes.includes('counted') && performance.now() - begun < TRIES_MS) {
      if (outcomes.length > 0) await pause(50);
      const together = each.visitor % TWICE === 0 ? [send(each), send(each)] : [send(each)];
      outcomes.push(...(await Promise.all(together)));
    }
    const isInTime = performance.now() - begun < CERTAIN_MS;
    const isCertain = isInTime && outcomes.includes('counted') && !outcomes.includes('under way');
    add(isCertain ? sent.acknowledged : sent.open, each.popup);
    over++;
  };

  const client = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await visit(next);
  };

  return {
    sent,
    reached: async (count) => {
      while (over < count) await pause(20);
    },
    done: Promise.all(Array.from({ length: CLIENTS }, client)).then(() => undefined),
  };
};
