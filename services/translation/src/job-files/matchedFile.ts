import { DomainError } from '@almanac/i18n';
import {
  type ExpectedXliff,
  type MatchedXliff,
  matchXliff,
  readXliffInTurns,
  XliffFault,
  type XliffFaultKind,
} from '@almanac/xliff';

const REFUSALS: Readonly<Record<XliffFaultKind, readonly [code: string, status: number, message: string]>> = {
  malformed: ['i18n_xliff_malformed', 400, 'The file cannot be read: line {line}: {reason}'],
  version: ['i18n_xliff_version', 415, 'The file is of a version that is not read: line {line}: {reason}'],
  mismatch: ['i18n_xliff_mismatch', 409, 'The file does not belong to the job: {reason}'],
  'source-changed': ['i18n_xliff_source_changed', 409, 'The source has changed since: line {line}: {reason}'],
};

const refused = ({ kind, line, reason }: XliffFault): DomainError => {
  const [code, status, message] = REFUSALS[kind];
  return new DomainError(code, status, message, { params: { line, reason }, data: { line, reason } });
};

/**
 * Reads a file and matches it with the job.
 * @throws DomainError 400, 409, 415 for a file that does not match the job
 */
export const matchedFile = async (content: Uint8Array, expected: ExpectedXliff): Promise<MatchedXliff> => {
  try {
    return matchXliff(await readXliffInTurns(content), expected);
  } catch (error) {
    throw error instanceof XliffFault ? refused(error) : error;
  }
};
