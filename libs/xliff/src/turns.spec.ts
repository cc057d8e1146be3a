import { XliffFault } from './fault.ts';
import { readXliff, readXliffInTurns } from './read.ts';
import { writeXliff } from './write.ts';

const PIECE = 64 * 1024;

const fileOf = (count: number): Buffer => {
  const units = Array.from({ length: count }, (_, n) => {
    const source = `Text number ${n} of the forms of this site`;
    return { id: `s${n}`, source, target: `Texte ${n}`, state: 'translated' as const, notes: [] };
  });
  const languages = { sourceLanguage: 'en', targetLanguage: 'fr-CA' };
  return Buffer.from(writeXliff('1.2', { original: 'forms', reference: '', ...languages, units }));
};

/** Counts the turns of the event loop during some work. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let [turns, done] = [0, false];
  const count = (): void => {
    if (done) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  await work();
  done = true;
  return turns;
};

describe('a file of 10,000 units', () => {
  const file = fileOf(10_000);

  it('is read with a turn for others after each piece, with the same result as at once', async () => {
    let read: unknown;
    const turns = await turnsDuring(async () => {
      read = await readXliffInTurns(file);
    });
    expect(read).toEqual(readXliff(file));
    expect(turns).toBeGreaterThanOrEqual(Math.floor(file.length / PIECE));
  });

  it('is refused at its first fault', async () => {
    await expect(readXliffInTurns(file.subarray(0, -20))).rejects.toThrow(XliffFault);
    await expect(readXliffInTurns(file, { bounds: { bytes: 10, depth: 9, elements: 9 } })).rejects.toThrow(
      /more than 10 bytes/,
    );
  });
});
