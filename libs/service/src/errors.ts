import { DomainError, defineErrors } from '@almanac/i18n';

export const serviceErrors = defineErrors({
  serviceUnavailable: {
    code: 'rest_service_unavailable',
    status: 503,
    message: 'A part of the site is not available; try again shortly.',
    remedy: 'Try again shortly; operators check that all services run and reach each other.',
  },
  tooManyRequests: {
    code: 'rest_too_many_requests',
    status: 429,
    message: 'Too many requests; try again in {seconds} seconds.',
    remedy: 'Wait for the seconds in Retry-After, then try again.',
  },
});

/** A service of the site does not answer. */
export class ServiceUnavailableError extends DomainError {
  readonly service: string;
  constructor(service: string, options: ErrorOptions = {}) {
    const { code, status, message, remedy } = serviceErrors.serviceUnavailable.definition;
    super(code, status, message, { remedy, ...options });
    this.service = service;
  }
}
