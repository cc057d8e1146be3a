import { UntilAnswered } from './untilAnswered.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('what is asked for until it is answered', () => {
  let rests: number[];
  let answers: boolean[];
  let during: () => void;
  let answering: () => Promise<unknown>;
  let stopping: AbortController;
  let asked: number;
  beforeEach(() => {
    [rests, answers, during, stopping, asked] = [[], [], () => undefined, new AbortController(), 0];
    answering = turn;
  });

  const asking = (restsFirst?: boolean) =>
    new UntilAnswered({
      ask: async () => {
        asked++;
        await answering();
        during();
        return answers.shift() ?? true;
      },
      rest: 5,
      ...(restsFirst !== undefined && { restsFirst }),
      signal: stopping.signal,
      time: { now: () => 0, sleep: async (ms) => void rests.push(ms) },
    });

  it('is asked for again after a rest where there is no answer', async () => {
    answers = [false, false, true];
    const until = asking();
    until.want();
    expect(until.isUnderWay).toBe(true);
    await until.ended();
    expect([asked, rests, until.isUnderWay]).toEqual([3, [5, 5], false]);
  });

  it('is asked for after a rest where somebody has just asked in vain', async () => {
    const until = asking(true);
    until.want();
    await until.ended();
    expect([asked, rests]).toEqual([1, [5]]);
  });

  it('is asked for once more where it is wanted meanwhile, however often', async () => {
    const until = asking();
    during = () => {
      if (asked === 1) for (let times = 0; times < 3; times++) until.want();
    };
    until.want();
    await until.ended();
    expect(asked).toBe(2);
  });

  it('is asked for where it is wanted in the moment in which it was answered', async () => {
    answering = () => Promise.resolve();
    const until = asking();
    until.want();
    while (until.isUnderWay) await Promise.resolve();
    until.want();
    await until.ended();
    expect(asked).toBe(2);
  });

  it('is not asked for any more once that is ended', async () => {
    answers = Array(5).fill(false);
    const until = asking();
    during = () => stopping.abort();
    until.want();
    await until.ended();
    expect(asked).toBe(1);
  });
});
