import { UntilAnswered } from './untilAnswered.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a question that is repeated until its answer', () => {
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

  it('is repeated after a rest if there is no answer', async () => {
    answers = [false, false, true];
    const until = asking();
    until.want();
    expect(until.isUnderWay).toBe(true);
    await until.ended();
    expect([asked, rests, until.isUnderWay]).toEqual([3, [5, 5], false]);
  });

  it('rests first if another caller has just asked in vain', async () => {
    const until = asking(true);
    until.want();
    await until.ended();
    expect([asked, rests]).toEqual([1, [5]]);
  });

  it('is asked once more if an answer is needed meanwhile, however often', async () => {
    const until = asking();
    during = () => {
      if (asked === 1) for (let times = 0; times < 3; times++) until.want();
    };
    until.want();
    await until.ended();
    expect(asked).toBe(2);
  });

  it('is asked again if an answer is needed at the moment of the last one', async () => {
    answering = () => Promise.resolve();
    const until = asking();
    until.want();
    while (until.isUnderWay) await Promise.resolve();
    until.want();
    await until.ended();
    expect(asked).toBe(2);
  });

  it('is not asked any more once it is cancelled', async () => {
    answers = Array(5).fill(false);
    const until = asking();
    during = () => stopping.abort();
    until.want();
    await until.ended();
    expect(asked).toBe(1);
  });
});
