import fc from 'fast-check';
import { inSlices } from './inSlices.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('work in slices', () => {
  it('does all of it in its order, and never more than a slice at once', () =>
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
