import type { Documents } from '@almanac/documents';
import type { Route } from '@almanac/rest';
import type { PackageSlug, Packages } from '../../misc.ts';
import { type Package, statusOf, untouched } from './package.ts';
import { storedPackages } from './storedPackages.ts';

type Known = ReadonlyMap<PackageSlug, Package>;

/**
 * Reads which packages are active, all at once. Whoever asks gets what was read after he asked, so that a switch counts
 * at once on every replica; those who ask while a read is under way share the next one.
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

/** The routes of a package: while it is inactive they are not there. */
export const ofPackage = (packages: Packages, slug: PackageSlug, routes: readonly Route[]): Route[] =>
  routes.map((route) => ({ ...route, offered: () => packages.isActive(slug) }));
