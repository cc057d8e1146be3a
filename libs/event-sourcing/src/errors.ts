import { defineErrors } from '@almanac/i18n';

export const eventSourcingErrors = defineErrors({
  nameTaken: {
    code: 'rest_name_taken',
    status: 409,
    message: 'The name "{name}" is already taken.',
    remedy: 'Choose another name.',
  },
  idTaken: {
    code: 'rest_id_taken',
    status: 409,
    message: 'The id {id} already belongs to another record.',
    remedy: 'Let the site choose an id for the record.',
  },
  /** A newer release wrote the event type. This replica neither writes that record nor decides on it. */
  unknownEventType: {
    code: 'rest_unknown_event',
    status: 503,
    message: 'The record was changed by a newer release; try again shortly.',
    remedy: 'Try again shortly; operators bring all replicas to the newer release.',
  },
  /** Conflicts continued through all retries. */
  contention: {
    code: 'rest_contention',
    status: 503,
    message: 'Too many changes of this record at once; try again shortly.',
    remedy: 'Try again in a few seconds.',
  },
});

/** The log has another commit at a checkpoint's position: the checkpoint or the log was replaced. */
export class LogContradictedError extends Error {
  readonly code = 'log-contradicted';
  constructor(reader: string, position: number) {
    super(`the checkpoint of ${reader} names another commit at position ${position} than the log, or one past its end`);
    this.name = 'LogContradictedError';
  }
}
