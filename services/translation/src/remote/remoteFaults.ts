import { DomainError } from '@almanac/i18n';

const remoteMessages = {
  unavailable: 'The translation service is not available; try again later.',
  timeout: 'The translation service has not answered in time.',
  failed: 'The translation service has answered with an error.',
} as const;

/** None is configured, or it cannot be reached. */
export const remoteUnavailable = (): DomainError =>
  new DomainError('i18n_remote_unavailable', 503, remoteMessages.unavailable);

export const remoteTimeout = (): DomainError => new DomainError('i18n_remote_timeout', 504, remoteMessages.timeout);

/** It answers with a fault of its own, or with what the protocol does not know. */
export const remoteError = (details: readonly string[] = []): DomainError =>
  new DomainError('i18n_remote_error', 502, remoteMessages.failed, { data: details.length === 0 ? {} : { details } });

/** It refuses what was asked, with one of the statuses that the protocol declares. Recognised by `code`. */
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
 * Answers what a service refuses by a code of the site: for `catch`.
 * @param faults by the status that the protocol declares; what is not named stays what it is
 */
export const refusedAs =
  (faults: Readonly<Record<number, () => DomainError>>) =>
  (error: unknown): never => {
    const fault = error instanceof RemoteRefusalError ? faults[error.status] : undefined;
    throw fault === undefined ? error : fault();
  };

/** The same where a file is fetched: none is there, or not yet. */
export const noFileAs = (fault: () => DomainError): ((error: unknown) => never) =>
  refusedAs({ 404: fault, 409: fault });

const FAULTS = new Set(['i18n_remote_unavailable', 'i18n_remote_timeout', 'i18n_remote_error']);

/** Whether the service is at fault, and not the request. */
export const isRemoteFault = (error: unknown): error is DomainError =>
  error instanceof DomainError && FAULTS.has(error.code);
