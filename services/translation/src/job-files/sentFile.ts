import { isFinished, xmlText } from '@almanac/xliff';
import type { JobFile } from './jobFile.ts';
import { matchedFile } from './matchedFile.ts';

/** What a file says of a job: new texts, by unit, and the units of which the job knows nothing. */
export interface SentFile {
  readonly texts: ReadonlyMap<string, string>;
  readonly unknown: readonly string[];
}

/**
 * Reads a file that comes back. A unit that is as it went out says nothing new, and one that is not done stays as it is.
 * @throws DomainError 400, 409, 415
 */
export const readSentFile = async (content: Uint8Array, expected: JobFile): Promise<SentFile> => {
  const sources = new Map(expected.units.map(({ id, source }) => [id, source]));
  const sent = new Map(expected.units.map(({ id, target, state }) => [id, { target: xmlText(target), state }]));
  const { units, unknown } = await matchedFile(content, { ...expected, sources });
  const said = [...units].filter(([id, { target, state }]) => {
    const before = sent.get(id);
    return isFinished({ target, state }) && !(before?.target === target && before.state === state);
  });
  return { texts: new Map(said.map(([id, { target }]) => [id, target])), unknown };
};
