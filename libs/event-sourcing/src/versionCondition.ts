import type { RecordVersion } from './aggregate.ts';
import { PreconditionFailedError } from './errors.ts';

/** What a client asks of the version of the record that it changes: `If-Match`. */
export interface VersionCondition {
  isMetBy(record: RecordVersion): boolean;
}

/** @throws PreconditionFailedError where a condition is given that the record does not meet */
export const requireVersion = (condition: VersionCondition | undefined, record: RecordVersion): void => {
  if (condition?.isMetBy(record) === false) throw new PreconditionFailedError();
};
