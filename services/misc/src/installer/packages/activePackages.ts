import type { Documents } from '@almanac/documents';
import type { Route } from '@almanac/rest';
import type { PackageSlug, Packages } from '../../misc.ts';
import { type Package, statusOf, untouched } from './package.ts';
import { storedPackages } from './storedPackages.ts';

type Known = ReadonlyMap<PackageSlug, Package>;

/**
 * Reads the active packages, all at once. A caller gets data read after its call, so that a switch takes effect at once
 * on every replica. Calls during a read share the next read.
 */
export const createActivePackages = ({ documents }: { readonly documents: Documents }): Packages => {
  let running: Promise<Known> | undefined;
  let next: Promise<Known> | undefined;

  const begin = (): Promise<Known> => {
    const reading = storedPackages(documents);
    running = reading;
    const ended = () => {
      if (running === reading) running = undefined;
    };
    reading.then(ended, ended);
    return reading;
  };

  const afterRunning = async (before: Promise<Known>): Promise<Known> => {
    await before.catch(() => undefined);
    next = undefined;
    return begin();
  };

  const read = (): Promise<Known> => {
    if (next !== undefined) return next;
    if (running === undefined) return begin();
    next = afterRunning(running);
    return next;
  };

  return { isActive: async (slug) => statusOf((await read()).get(slug) ?? untouched) === 'active' };
};

/** Returns the routes of a package; they are missing while the package is inactive. */
export const ofPackage = (packages: Packages, slug: PackageSlug, routes: readonly Route[]): Route[] =>
  routes.map((route) => ({ ...route, offered: () => packages.isActive(slug) }));
