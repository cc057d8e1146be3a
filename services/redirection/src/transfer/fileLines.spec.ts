import fc from 'fast-check';
import { linesOf } from './fileLines.ts';

const read = async (chunks: readonly Buffer[]): Promise<string[]> => Array.fromAsync(linesOf({ chunks }));

describe('the lines of a file', () => {
  it('are the same for any pieces of the file', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'é', '😀', '\r', '\n', '\r\n'), { maxLength: 20 }),
        fc.integer({ min: 1, max: 5 }),
        async (parts, size) => {
          const bytes = Buffer.from(parts.join(''));
          const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
            bytes.subarray(at * size, (at + 1) * size),
          );
          expect(await read(chunks)).toEqual(parts.join('').split(/\r\n|\n|\r/));
        },
      ),
    ));

  it('are cut if they are too long', async () => {
    const chunk = Buffer.from('a'.repeat(9_000));
    const lines = await read([chunk, chunk, chunk, Buffer.from('\nb')]);
    expect(lines.map(({ length }) => length)).toEqual([10_001, 1]);
  });
});
