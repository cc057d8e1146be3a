import { type RecordVersion, recordVersion, streamOf } from '@almanac/event-sourcing';
import { mayManageSite } from '@almanac/identity';
import { type RestRequest, type RestResponse, type Route, route, text } from '@almanac/rest';
import { z } from 'zod';
import { miscErrors } from '../../errors.ts';
import { type Misc, type NeededPackages, type PackageSlug, packageSlugs } from '../../misc.ts';
import { initialPackage, type Package, type PackageStatus, packageDecider } from './package.ts';
import { packageAnswer, packageView } from './packageView.ts';
import { storedPackages } from './storedPackages.ts';

export const namespace = 'installer/v1';

/** Misc with the ports of the installer. */
export interface InstallingMisc extends Misc {
  readonly neededPackages: NeededPackages;
}

/** True if the principal may manage packages: administrators (docs/interface/installer.md §1). */
export const mayInstall = mayManageSite;

const shared = { namespace, permission: mayInstall };
const notFound = { 404: ['installer_package_not_found'] };
const slugArg = text({ description: 'The name of the package in addresses.' });

/** Routes that list packages and switch them on or off. */
export const packageRoutes = (misc: InstallingMisc): Route[] => [listRoute(misc), readRoute(misc), changeRoute(misc)];

const listRoute = ({ documents, texts }: InstallingMisc): Route =>
  route({
    ...shared,
    path: '/packages',
    methods: ['GET'],
    summary: 'Lists the feature packages.',
    args: {},
    answers: { 200: z.array(packageAnswer) },
    handle: async ({ language }) => ({
      body: [...(await storedPackages(documents))].map((each) => packageView(texts, language, each)),
    }),
  });

const readRoute = (misc: InstallingMisc): Route =>
  route({
    ...shared,
    path: '/packages/{slug}',
    methods: ['GET'],
    summary: 'Reads a feature package.',
    args: { slug: slugArg },
    answers: { 200: packageAnswer, ...notFound },
    handle: async (request) => {
      const slug = slugOf(request);
      const stored = await storedPackages(misc.documents);
      return answerOf(misc, request, slug, stored.get(slug) ?? initialPackage);
    },
  });

/** Returns the package named in the path. @throws DomainError 404 */
const slugOf = ({ captures }: Pick<RestRequest<unknown>, 'captures'>): PackageSlug => {
  const slug = packageSlugs.find((each) => each === captures.slug);
  if (slug === undefined) throw miscErrors.unknownPackage();
  return slug;
};

/** Returns the version of a package, which its `ETag` shows and `If-Match` compares. */
export const packageVersion = (slug: PackageSlug, { version }: Package): RecordVersion =>
  recordVersion(packageDecider, { id: slug, version });

const answerOf = (
  { texts }: InstallingMisc,
  { language }: Pick<RestRequest<unknown>, 'language'>,
  slug: PackageSlug,
  state: Package,
): RestResponse => {
  return {
    body: packageView(texts, language, [slug, state]),
    version: packageVersion(slug, state),
  };
};

const changeRoute = (misc: InstallingMisc): Route =>
  route({
    ...shared,
    path: '/packages/{slug}',
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Switches a feature package off or on.',
    args: {
      slug: slugArg,
      status: text({ enum: ['active', 'inactive'], description: 'True if the package is active.' }),
    },
    answers: {
      200: packageAnswer,
      ...notFound,
      409: ['installer_package_needed', 'installer_package_not_entitled'],
    },
    handle: async (request) => {
      const slug = slugOf(request);
      const state = await switchPackage(misc, request, { slug, status: request.args.status });
      return answerOf(misc, request, slug, state);
    },
  });

type Switching = Pick<RestRequest<unknown>, 'commands' | 'context' | 'ifMatch'>;

/**
 * Switches a package on or off; without a status it stays as it is.
 * @throws DomainError 409 for a package that the site needs, or that the subscription does not include
 */
export const switchPackage = async (
  { neededPackages }: InstallingMisc,
  { commands, context, ifMatch }: Switching,
  { slug, status }: { readonly slug: PackageSlug; readonly status: PackageStatus | undefined },
): Promise<Package> => {
  const { result } = await commands.run(
    context,
    async (unit) => {
      await unit.expectVersion(packageDecider, slug, ifMatch);
      if (status === undefined) return unit.load(packageDecider, slug);
      const isNeeded = (await neededPackages.get(slug)?.(unit)) ?? false;
      return unit.decide(packageDecider, slug, { type: 'SetStatus', status }, { isNeeded });
    },
    { mutexKeys: [streamOf(packageDecider, slug)] },
  );
  return result;
};
