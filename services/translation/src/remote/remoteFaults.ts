import { DomainError } from '@almanac/i18n';

const remoteMessages = {
  unavailable: 'The translation service is not available; try again later.',
  timeout: 'The translation service has not answered in time.',
  failed: 'The translation service has answered with an error.',
} as const;

/** Returns the error for a service that is not configured or not reachable. */
export const remoteUnavailable = (): DomainError =>
  new DomainError('i18n_remote_unavailable', 503, remoteMessages.unavailable);

export const remoteTimeout = (): DomainError => new DomainError('i18n_remote_timeout', 504, remoteMessages.timeout);

/** Returns the error for a service that fails, or answers outside the protocol. */
export const remoteError = (details: readonly string[] = []): DomainError =>
  new DomainError('i18n_remote_error', 502, remoteMessages.failed, { data: details.length === 0 ? {} : { details } });

/** The service refuses a request with a status that the protocol declares. Recognised by `code`. */
export class RemoteRefusalError extends Error {
  readonly code = 'remote-refusal';
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.name = 'RemoteRefusalError';
    this.status = status;
  }
}

/**
 * Converts refusals of a service to the site's errors; for `catch`.
 * @param faults the errors by declared status; other refusals stay as they are
 */
export const refusedAs =
  (faults: Readonly<Record<number, () => DomainError>>) =>
  (error: unknown): never => {
    const fault = error instanceof RemoteRefusalError ? faults[error.status] : undefined;
    throw fault === undefined ? error : fault();
  };

/** Converts refusals of a file: it does not exist, or not yet. */
export const noFileAs = (fault: () => DomainError): ((error: unknown) => never) =>
  refusedAs({ 404: fault, 409: fault });

const FAULTS = new Set(['i18n_remote_unavailable', 'i18n_remote_timeout', 'i18n_remote_error']);

/** True if the service is at fault, not the request. */
export const isRemoteFault = (error: unknown): error is DomainError =>
  error instanceof DomainError && FAULTS.has(error.code);
