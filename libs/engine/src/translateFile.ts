import { isFinished, type ReadXliff, readXliff, writeXliff } from '@almanac/xliff';
import type { MachineText } from './machine.ts';

/** How many words of a file are to be translated. */
export const wordsOf = ({ units }: ReadXliff): number =>
  units.filter((unit) => !isFinished(unit)).reduce((sum, { source }) => sum + countWords(source), 0);

const countWords = (text: string): number => text.replace(/<[^<>]*>/g, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

export const readFile = (content: Uint8Array): ReadXliff => readXliff(content);

/** Fills what is not finished in a file; what came with a finished text keeps it. */
export const translateFile = async (file: ReadXliff, machine: MachineText, signal: AbortSignal): Promise<string> => {
  const { version, units, sourceLanguage: source, targetLanguage: target } = file;
  const open = units.filter((unit) => !isFinished(unit));
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
