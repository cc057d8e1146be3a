import type { Collection } from '@almanac/documents';
import type { ServiceApp, ServicePorts } from '@almanac/service';
import type { Registration } from '@almanac/write-side';

/** What a service's main.ts says of its service. */
export interface ServiceDefinition<App extends ServiceApp = ServiceApp> {
  readonly name: ServiceApp['name'];
  /** Every collection it keeps, including those made from other services' events. */
  readonly collections: readonly Collection[];
  /** Its aggregates; the documents of these can be made anew from its log. */
  readonly registrations: readonly Registration[];
  create(ports: ServicePorts): App | Promise<App>;
  /** Called after its start, before it serves. */
  started?(app: App): void;
}
