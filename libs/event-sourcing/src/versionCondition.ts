import type { RecordVersion } from './aggregate.ts';

/** A client's condition on the version of the record that it changes, such as `If-Match`. */
export interface VersionCondition {
  /** @throws the refusal if the record does not meet the condition */
  require(record: RecordVersion): void;
}
