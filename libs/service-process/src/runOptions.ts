import type { ServiceApp, ServiceDefinition } from '@almanac/service';

/** A service that runs as a process. */
export interface RunOptions<App extends ServiceApp> extends ServiceDefinition<App> {
  /** Called after its start, before it serves. */
  started?(app: App): void;
}
