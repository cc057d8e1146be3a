import { serviceNames } from '@almanac/manifest';
import type { ServiceDefinition } from '@almanac/service';

/** The module that a service exports as `definition`. */
interface Exports {
  readonly definition: ServiceDefinition;
}

/** Every service of the manifest, in its order. */
export const definitions: readonly ServiceDefinition[] = await Promise.all(
  serviceNames.map(async (name) => {
    const { definition }: Exports = await import(`@almanac/${name}/definition`);
    return definition;
  }),
);
