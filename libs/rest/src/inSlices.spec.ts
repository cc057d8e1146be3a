import fc from 'fast-check';
import { embedLinks } from './embed.ts';
import { createPause, inSlices, viewsOf, waitForTurn } from './inSlices.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('sliced work', () => {
  it('is done completely and in order, and never more than a slice at once', () =>
    fc.assert(
      fc.asyncProperty(fc.nat(300), fc.integer({ min: 1, max: 60 }), async (count, most) => {
        const slices = await inSlices(numbers(count), most, async (slice) => slice);
        expect(slices.flat()).toEqual(numbers(count));
        expect(slices.every(({ length }) => length <= most)).toBe(true);
        expect(slices).toHaveLength(Math.ceil(count / most));
      }),
    ));

  it('lets others be answered after each slice', async () => {
    const done: string[] = [];
    let isOver = false;
    const others = (): void => {
      if (isOver) return;
      done.push('others');
      setImmediate(others);
    };
    setImmediate(others);
    await inSlices(numbers(5), 2, (slice) => done.push(slice.join()));
    isOver = true;
    expect(done.filter((each, index) => each !== 'others' || done[index - 1] !== 'others')).toEqual([
      '0,1',
      'others',
      '2,3',
      'others',
      '4',
      'others',
    ]);
  });

  it('ends with the first slice that fails', async () => {
    const seen: number[] = [];
    const failing = async ([first = 0]: readonly number[]): Promise<void> => {
      seen.push(first);
      if (first === 2) throw new Error('no');
    };
    await expect(inSlices(numbers(9), 2, failing)).rejects.toThrow('no');
    expect(seen).toEqual([0, 2]);
  });
});

/** Returns the turns of the event loop in which work calls `note`. */
const turnsOf = async (work: (note: () => void) => Promise<unknown>): Promise<number[]> => {
  let turn = 0;
  let isOver = false;
  const next = (): void => {
    turn++;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  const noted: number[] = [];
  await work(() => noted.push(turn));
  isOver = true;
  return noted;
};

/** Occupies the event loop. */
const occupy = (milliseconds: number): void => {
  for (const begun = performance.now(); performance.now() - begun < milliseconds; );
};

describe('views of many records', () => {
  const perTurn = (turns: readonly number[]): number[] =>
    [...new Set(turns)].map((turn) => turns.filter((each) => each === turn).length);

  it('are serialized ten at a time, in their order', async () => {
    let views: number[] = [];
    const turns = await turnsOf(async (note) => {
      views = await viewsOf(numbers(35), async (item, index) => {
        note();
        return item * index;
      });
    });
    expect(views).toEqual(numbers(35).map((each) => each * each));
    expect(perTurn(turns)).toEqual([10, 10, 10, 5]);
  });

  it('are serialized at once if there are no more', async () => {
    const turns = await turnsOf((note) => viewsOf(numbers(10), note));
    expect(perTurn(turns)).toEqual([10]);
    const others = await turnsOf(async (note) => {
      await viewsOf(numbers(10), () => undefined);
      note();
    });
    expect(others).toEqual([0]);
  });

  it('take turns of their own if they take long', async () => {
    const turns = await turnsOf((note) =>
      viewsOf(numbers(3), () => {
        occupy(15);
        note();
      }),
    );
    expect(perTurn(turns)).toEqual([1, 1, 1]);
  });

  it('take different turns of the event loop if they belong to different requests', async () => {
    const turns = await turnsOf((note) => Promise.all([1, 2, 3].map(() => inSlices(numbers(4), 2, note))));
    // each starts at once
    expect(perTurn(turns)).toEqual([3, 1, 1, 1]);
  });

  it('embed the links of ten at a time', async () => {
    const list = numbers(30).map((id) => ({ id, _links: { author: [{ href: `/users/${id}`, embeddable: true }] } }));
    const turns = await turnsOf((note) => embedLinks(list, 'all', async () => note()));
    expect(perTurn(turns)).toEqual([10, 10, 10]);
  });
});

describe('a pause', () => {
  it('lets others be answered after some milliseconds of work, and not before', async () => {
    const pause = createPause();
    let turns = 0;
    setImmediate(() => turns++);
    await pause();
    expect(turns).toBe(0);
    occupy(20);
    await pause();
    expect(turns).toBe(1);
  });
});

describe('a turn for a long text', () => {
  const longTexts = (note: () => void) => Promise.all([1, 2].map(() => waitForTurn(100_000).then(note)));

  it('leaves others several turns before the next long text', async () => {
    const [first = 0, second = 0] = await turnsOf(longTexts);
    expect(first).toBeGreaterThan(0);
    expect(second - first).toBeGreaterThan(2);
  });

  it('keeps no short text waiting', async () => {
    const turns = await turnsOf((note) => Promise.all([longTexts(() => undefined), waitForTurn(100).then(note)]));
    expect(turns).toEqual([0]);
  });
});
