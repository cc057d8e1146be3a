import { lastKept } from './lastKept.ts';

describe('the last answer', () => {
  it('is kept until another question is asked', () => {
    const asked: (number | undefined)[] = [];
    const double = lastKept((given: number | undefined) => {
      asked.push(given);
      return given === undefined ? undefined : given * 2;
    });
    expect([undefined, undefined, 1, 1, 2, 1].map((given) => double(given))).toEqual([
      undefined,
      undefined,
      2,
      2,
      4,
      2,
    ]);
    expect(asked).toEqual([undefined, 1, 2, 1]);
  });
});
