import type { ServiceApp, ServicePorts } from '@almanac/service';

/** What operators look after: what a service stands on, and its aggregates. */
export type OperatedService = Pick<ServicePorts, 'store' | 'documents' | 'entries' | 'log' | 'now' | 'secret'> &
  Pick<ServiceApp, 'name' | 'registrations'>;
