import { type ExpectedXliff, type MatchedXliff, matchXliff, readXliffInTurns, XliffFault } from '@almanac/xliff';
import { xliffError } from '../errors.ts';

/**
 * Reads a file and matches it with the job.
 * @throws DomainError 400, 409, 415 for a file that does not match the job
 */
export const matchedFile = async (content: Uint8Array, expected: ExpectedXliff): Promise<MatchedXliff> => {
  try {
    return matchXliff(await readXliffInTurns(content, { areCodesKept: true }), expected);
  } catch (error) {
    throw error instanceof XliffFault ? xliffError(error) : error;
  }
};
