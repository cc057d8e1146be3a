import { isFinished, type ReadXliff, readXliff, writeXliff, type XliffUnit } from '@almanac/xliff';
import type { MachineText } from './machine.ts';

/** True if the unit needs a translation; the text of an older source is only a start. */
const isOpen = (unit: XliffUnit): boolean => !isFinished(unit) || unit.state === 'leveraged-tm';

/** Returns the number of words to translate in a file. */
export const sourceWordCount = ({ units }: ReadXliff): number =>
  units.filter(isOpen).reduce((sum, { source }) => sum + countWords(source), 0);

const countWords = (text: string): number => text.replace(/<[^<>]*>/g, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

export const readFile = (content: Uint8Array): ReadXliff => readXliff(content);

/** Translates the open units of a file; a unit that came with its translation keeps it. */
export const translateFile = async (file: ReadXliff, machine: MachineText, signal: AbortSignal): Promise<string> => {
  const { version, units, sourceLanguage: source, targetLanguage: target } = file;
  const open = units.filter(isOpen);
  const texts = await machine.translate(
    open.map((unit) => unit.source),
    { source, target },
    signal,
  );
  const made = new Map(open.map(({ id }, index) => [id, texts[index] ?? '']));
  return writeXliff(version, {
    ...file,
    units: units.map((unit) => {
      const text = made.get(unit.id);
      return text === undefined ? unit : { ...unit, target: text, state: 'translated' };
    }),
  });
};
