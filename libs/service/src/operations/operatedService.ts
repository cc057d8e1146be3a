import type { PersonKeys } from '@almanac/secrets';
import type { ServiceApp, ServicePorts } from '../service.ts';
import type { Grounds } from './grounds.ts';
import type { Reader } from './readers.ts';

/** What operators look after: what a service stands on, its aggregates, and what reads for it. */
export interface OperatedService
  extends Pick<ServicePorts, 'store' | 'documents' | 'entries' | 'log' | 'now' | 'secret'>,
    Pick<ServiceApp, 'name' | 'registrations' | 'dueWork' | 'outside'> {
  /** The keys of the persons of whom it tells others. */
  readonly persons: Pick<PersonKeys, 'read'>;
  readonly readers: readonly Reader[];
  readonly grounds: Grounds;
  /** Above it a reader is behind; default: that of the contract. */
  readonly lagLimit?: number;
}
