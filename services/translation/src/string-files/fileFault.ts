import { DomainError } from '@almanac/i18n';

/** A file is refused as a whole: nothing of it is written. Lines count from 1; 0 is the file as a whole. */
export const fileFault = (line: number, reason: string): DomainError =>
  new DomainError('i18n_file_invalid', 422, 'The file cannot be read: line {line}: {reason}', {
    params: { line, reason },
    data: { line, reason },
  });
