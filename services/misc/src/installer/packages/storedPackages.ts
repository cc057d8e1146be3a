import type { Documents } from '@almanac/documents';
import { type PackageSlug, packageSlugs } from '../../misc.ts';
import { initialPackage, type Package, packages } from './package.ts';

/** Returns all packages, in the order of lists. */
export const storedPackages = async (documents: Documents): Promise<Map<PackageSlug, Package>> => {
  const stored = await documents.getMany<Package>(packages, packageSlugs);
  const known = new Map(stored.map((each) => [each.slug, each]));
  return new Map(packageSlugs.map((slug) => [slug, known.get(slug) ?? { ...initialPackage, slug }]));
};
