import type { Collection } from '@almanac/documents';
import { type RunningService, serviceEntry } from '@almanac/manifest';
import type { ErasureDeclaration } from './erasure.ts';
import type { RecordRegistration } from './recordRegistration.ts';
import type { ServiceApp, ServicePorts } from './service.ts';

/** The environment variables that a service alone reads, as the manifest names them; one that is not set is absent. */
export type OwnSettings = Readonly<Record<string, string | undefined>>;

/** A service as whatever runs it knows it: what its `src/definition.ts` exports as `definition`. */
export interface ServiceDefinition<App extends ServiceApp = ServiceApp> {
  readonly name: RunningService;
  /** Every collection it keeps, including those made from other services' events. */
  readonly collections: readonly Collection[];
  /** Its aggregates; the documents of these can be made anew from its log. */
  readonly registrations: readonly RecordRegistration[];
  /** What an operator's erasure does to each store that it keeps. */
  readonly erasure: ErasureDeclaration;
  create(ports: ServicePorts, own: OwnSettings): App | Promise<App>;
}

/** What of an environment a service alone reads; an empty variable counts as absent. */
export const ownSettings = (
  name: RunningService,
  environment: Readonly<Record<string, string | undefined>>,
): OwnSettings => {
  const names = Object.keys(serviceEntry(name).settings);
  return Object.fromEntries(names.flatMap((each) => (environment[each] ? [[each, environment[each]]] : [])));
};
