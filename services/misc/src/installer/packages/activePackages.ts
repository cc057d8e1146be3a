import type { Documents } from '@almanac/documents';
import { noteUncounted, type Route } from '@almanac/rest';
import type { PackageSlug, Packages } from '../../misc.ts';
import { initialPackage, type Package, statusOf } from './package.ts';
import { storedPackages } from './storedPackages.ts';

type PackagesBySlug = ReadonlyMap<PackageSlug, Package>;

/**
 * Reads the active packages, all at once. A caller gets data read after its call, so that a switch takes effect at once
 * on every replica. Calls during a read share the next read.
 */
export const createActivePackages = ({ documents }: { readonly documents: Documents }): Packages => {
  let running: Promise<PackagesBySlug> | undefined;
  let next: Promise<PackagesBySlug> | undefined;

  const begin = (): Promise<PackagesBySlug> => {
    const reading = storedPackages(documents);
    running = reading;
    const ended = () => {
      if (running === reading) running = undefined;
    };
    reading.then(ended, ended);
    return reading;
  };

  const afterRunning = async (before: Promise<PackagesBySlug>): Promise<PackagesBySlug> => {
    await before.catch(() => undefined);
    next = undefined;
    return begin();
  };

  const read = (): Promise<PackagesBySlug> => {
    if (next !== undefined) return next;
    if (running === undefined) return begin();
    next = afterRunning(running);
    return next;
  };

  const isActive = async (slug: PackageSlug): Promise<boolean> => {
    noteUncounted('a read that other requests share');
    return statusOf((await read()).get(slug) ?? initialPackage) === 'active';
  };

  return { isActive };
};

/** Returns the routes of a package; they are missing while the package is inactive. */
export const ofPackage = (packages: Packages, slug: PackageSlug, routes: readonly Route[]): Route[] =>
  routes.map((route) => ({ ...route, offered: () => packages.isActive(slug) }));
