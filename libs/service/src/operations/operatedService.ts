import type { PersonKeys } from '@almanac/secrets';
import type { ServiceApp, ServicePorts } from '../service.ts';
import type { InfrastructureChecks } from './infrastructureChecks.ts';
import type { Reader } from './readers.ts';

/** A service for operators: its infrastructure, its aggregates, and its readers. */
export interface OperatedService
  extends Pick<
      ServicePorts,
      'store' | 'documents' | 'entries' | 'log' | 'now' | 'secret' | 'otherSecrets' | 'publicKeys' | 'sharedSources'
    >,
    Pick<ServiceApp, 'name' | 'registrations' | 'dueWork' | 'outside'> {
  /** The keys of the persons whose data it publishes. */
  readonly persons: Pick<PersonKeys, 'read'>;
  readonly readers: readonly Reader[];
  readonly grounds: InfrastructureChecks;
  /** Number of messages above which a reader is behind; default: that of the contract. */
  readonly lagLimit?: number;
}
