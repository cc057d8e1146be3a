import { DomainError } from '@almanac/i18n';

/** Returns the error for an invalid file, which is refused as a whole. Lines count from 1; 0 means the whole file. */
export const fileFault = (line: number, reason: string): DomainError =>
  new DomainError('i18n_file_invalid', 422, 'The file cannot be read: line {line}: {reason}', {
    params: { line, reason },
    data: { line, reason },
  });
