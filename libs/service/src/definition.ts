import type { Collection } from '@almanac/documents';
import { type RunningService, serviceEntry } from '@almanac/manifest';
import { type Environment, variablesOf } from './environment.ts';
import type { ErasureDeclaration } from './erasure.ts';
import type { RecordRegistration } from './recordRegistration.ts';
import type { ServiceApp, ServicePorts } from './service.ts';

/** The environment variables of one service, as the manifest names them; unset ones are absent. */
export type OwnSettings = Readonly<Record<string, string | undefined>>;

/** A service for the process that runs it: the export `definition` of its `src/app.ts`. */
export interface ServiceDefinition<App extends ServiceApp = ServiceApp> {
  readonly name: RunningService;
  /** The version in its package.json. */
  readonly version: string;
  /** Every collection of the service, including those built from other services' events. */
  readonly collections: readonly Collection[];
  /** Its aggregates, whose documents can be rebuilt from the log. */
  readonly registrations: readonly RecordRegistration[];
  /** The effect of an operator's erasure on each of its stores. */
  readonly erasure: ErasureDeclaration;
  create(ports: ServicePorts, own: OwnSettings): App | Promise<App>;
}

/**
 * Returns the variables of one service; an empty variable counts as absent.
 * @throws ConfigurationError for a file that cannot be read
 */
export const ownSettings = (name: RunningService, environment: Environment): OwnSettings =>
  variablesOf(Object.keys(serviceEntry(name).settings), environment);
