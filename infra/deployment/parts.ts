import { readFileSync } from 'node:fs';
import { type RunningService, type ServiceEntry, serviceEntry, serviceNames } from '@almanac/manifest';

/** A service as it is deployed. */
export interface Part {
  readonly name: RunningService;
  /** Of its package.json. */
  readonly version: string;
  readonly entry: ServiceEntry;
}

/** Every service of the manifest, in its order. */
export const parts = (): Part[] =>
  serviceNames.map((name) => {
    const { version } = JSON.parse(
      readFileSync(new URL(`../../services/${name}/package.json`, import.meta.url), 'utf8'),
    );
    return { name, version, entry: serviceEntry(name) };
  });
