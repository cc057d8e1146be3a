import { readFileSync } from 'node:fs';
import { type RunningService, type ServiceEntry, serviceEntry, serviceNames } from '@almanac/manifest';

/** A service for deployment. */
export interface Part {
  readonly name: RunningService;
  /** The version in its package.json. */
  readonly version: string;
  readonly entry: ServiceEntry;
}

/** Returns every service of the manifest, in its order. */
export const parts = (): Part[] =>
  serviceNames.map((name) => {
    const { version } = JSON.parse(
      readFileSync(new URL(`../../services/${name}/package.json`, import.meta.url), 'utf8'),
    );
    return { name, version, entry: serviceEntry(name) };
  });
