import { codeOf, type DomainError } from '@almanac/i18n';

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

const isRemoteRefusal = (error: unknown): error is RemoteRefusalError => codeOf(error) === 'remote-refusal';

/**
 * Converts refusals of a service to the site's errors; for `catch`.
 * @param faults the errors by declared status; other refusals stay as they are
 */
export const convertRefusal =
  (faults: Readonly<Record<number, () => DomainError>>) =>
  (error: unknown): never => {
    const fault = isRemoteRefusal(error) ? faults[error.status] : undefined;
    throw fault === undefined ? error : fault();
  };

/** Converts refusals of a file: it does not exist, or not yet. */
export const noFileAs = (fault: () => DomainError): ((error: unknown) => never) =>
  convertRefusal({ 404: fault, 409: fault });
