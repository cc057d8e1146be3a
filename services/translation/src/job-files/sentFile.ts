import { DomainError } from '@almanac/domain';
import { isFinished, matchXliff, readXliff, XliffFault, type XliffFaultKind, xmlText } from '@almanac/xliff';
import type { JobFile } from './jobFile.ts';

const REFUSALS: Readonly<Record<XliffFaultKind, readonly [string, number, string]>> = {
  malformed: ['i18n_xliff_malformed', 400, 'The file cannot be read: line {line}: {reason}'],
  version: ['i18n_xliff_version', 415, 'The file is of a version that is not read: line {line}: {reason}'],
  mismatch: ['i18n_xliff_mismatch', 409, 'The file does not belong to the job: {reason}'],
  'source-changed': ['i18n_xliff_source_changed', 409, 'The source has changed since: line {line}: {reason}'],
};

const refused = ({ kind, line, reason }: XliffFault): DomainError => {
  const [code, status, message] = REFUSALS[kind];
  return new DomainError(code, status, message, { params: { line, reason }, data: { line, reason } });
};

/** What a file says of a job: new texts, by unit, and the units of which the job knows nothing. */
export interface SentFile {
  readonly texts: ReadonlyMap<string, string>;
  readonly unknown: readonly string[];
}

/**
 * Reads a file that comes back. A unit that is as it went out says nothing new, and one that is not done stays as it is.
 * @throws DomainError 400, 409, 415
 */
export const readSentFile = (content: Uint8Array, expected: JobFile): SentFile => {
  const sources = new Map(expected.units.map(({ id, source }) => [id, source]));
  const sent = new Map(expected.units.map(({ id, target, state }) => [id, { target: xmlText(target), state }]));
  try {
    const { units, unknown } = matchXliff(readXliff(content), { ...expected, sources });
    const said = [...units].filter(([id, { target, state }]) => {
      const before = sent.get(id);
      return isFinished({ target, state }) && !(before?.target === target && before.state === state);
    });
    return { texts: new Map(said.map(([id, { target }]) => [id, target])), unknown };
  } catch (error) {
    throw error instanceof XliffFault ? refused(error) : error;
  }
};
