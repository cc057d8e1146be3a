import { request } from 'node:http';

/** A long answer that clients leave early. */
export interface LeftAnswer {
  readonly url: string;
  readonly authorization?: string;
}

/** Address of the clients, apart from other readers' because requests per address are limited. */
const CLIENT_ADDRESS = '127.0.0.2';
/** Milliseconds after which a client leaves. */
const STAY_MS = 300;

/** Requests an answer, reads it for 0.3 s and destroys the connection. @returns the status; undefined without one */
export const leaveEarly = ({ url, authorization }: LeftAnswer): Promise<number | undefined> =>
  new Promise((resolve) => {
    let status: number | undefined;
    const sent = request(
      url,
      { agent: false, localAddress: CLIENT_ADDRESS, headers: { ...(authorization && { authorization }) } },
      (response) => {
        status = response.statusCode;
        response.on('error', () => undefined).resume();
      },
    );
    const leaving = setTimeout(() => sent.destroy(), STAY_MS);
    sent
      .on('error', () => undefined)
      .once('close', () => {
        clearTimeout(leaving);
        resolve(status);
      })
      .end();
  });

/** Clients that request long answers in turn and leave each early. */
export interface Leavers {
  /** Number of answers for each status so far. */
  readonly statuses: ReadonlyMap<number | undefined, number>;
  /** Ends after the last client has left. */
  stop(): Promise<void>;
}

export const startLeavers = (answers: readonly LeftAnswer[], clients: number): Leavers => {
  const statuses = new Map<number | undefined, number>();
  let turn = 0;
  let isOver = false;
  const leaveRepeatedly = async (): Promise<void> => {
    while (!isOver) {
      const answer = answers[turn++ % answers.length];
      const status = answer && (await leaveEarly(answer));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const leaving = Array.from({ length: clients }, leaveRepeatedly);
  return {
    statuses,
    stop: async () => {
      isOver = true;
      await Promise.all(leaving);
    },
  };
};
