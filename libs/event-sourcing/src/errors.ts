import { DomainError } from '@almanac/i18n';

/** A decision takes a name of another record. */
export class NameTakenError extends DomainError {
  constructor(name: string) {
    super('rest_name_taken', 409, 'The name "{name}" is already taken.', { params: { name } });
  }
}

/**
 * This replica does not know an event type, because a newer release wrote it. It neither writes that record nor decides
 * on it.
 */
export class UnknownEventTypeError extends DomainError {
  constructor(type: string, stream: string) {
    super('rest_unknown_event', 503, 'The record was changed by a newer release; try again shortly.', {
      data: { type, stream },
    });
  }
}

/** Conflicts continued through all retries. */
export class ContentionError extends DomainError {
  constructor() {
    super('rest_contention', 503, 'Too many changes of this record at once; try again shortly.');
  }
}

/** The log has another commit at a checkpoint's position: the checkpoint or the log was replaced. */
export class LogContradictedError extends Error {
  readonly code = 'log-contradicted';
  constructor(reader: string, position: number) {
    super(`the checkpoint of ${reader} names another commit at position ${position} than the log, or one past its end`);
    this.name = 'LogContradictedError';
  }
}
