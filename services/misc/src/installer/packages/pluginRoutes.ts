import { mayManageSite } from '@almanac/identity';
import {
  corePaging,
  forbidden,
  linksSchema,
  list,
  pagesOfRecords,
  type RestRequest,
  type Route,
  route,
  text,
} from '@almanac/rest';
import { foldText, MAX_SEARCH_CHARACTERS } from '@almanac/text';
import { z } from 'zod';
import { miscErrors } from '../../errors.ts';
import { type PackageSlug, packageSlugs } from '../../misc.ts';
import { initialPackage, type Package } from './package.ts';
import { type InstallingMisc, packageVersion, switchPackage } from './packageRoutes.ts';
import { packageView } from './packageView.ts';
import { storedPackages } from './storedPackages.ts';

/** Routes that show the feature packages as plugins (docs/interface/installer.md §3). */
export const pluginRoutes = (misc: InstallingMisc): Route[] => [
  listRoute(misc),
  installRoute(misc),
  readRoute(misc),
  changeRoute(misc),
];

const STATUSES = ['inactive', 'active'] as const;

const plugin = z
  .strictObject({
    plugin: z.string(),
    status: z.enum(STATUSES),
    name: z.string(),
    plugin_uri: z.string(),
    author: z.string(),
    author_uri: z.string(),
    description: z.strictObject({ raw: z.string(), rendered: z.string() }),
    version: z.string(),
    network_only: z.boolean(),
    requires_php: z.string(),
    textdomain: z.string(),
    _links: linksSchema.optional(),
  })
  .meta({ id: 'Plugin' });

const shared = { namespace: 'core/v2' } as const;
const refused = { 401: ['rest_cannot_view_plugins'], 403: ['rest_cannot_view_plugins'] };

const unchanged = { 401: ['rest_cannot_manage_plugins'], 403: ['rest_cannot_manage_plugins'] };
const unknown = { 404: ['rest_plugin_not_found'] };

/** The arguments in the path of a plugin. */
const nameArgs = {
  folder: text({ description: 'The name of the plugin.' }),
  slug: text({ description: 'The name of the plugin again.' }),
};

/** Returns a permission that refuses callers who do not manage the site: 401 or 403 with an error. */
const managersOnly =
  (refusal: Parameters<typeof forbidden>[1]) =>
  ({ principal }: Pick<RestRequest, 'principal'>): true => {
    if (mayManageSite({ principal })) return true;
    throw forbidden(principal, refusal);
  };

const checkReads = managersOnly(miscErrors.cannotViewPlugins);
const checkChanges = managersOnly(miscErrors.cannotManagePlugins);

const listRoute = (misc: InstallingMisc): Route =>
  route({
    ...shared,
    path: '/plugins',
    methods: ['GET'],
    summary: 'Lists the feature packages as plugins.',
    args: {
      search: text({
        maxLength: MAX_SEARCH_CHARACTERS,
        description: 'Only plugins whose name or description contains this text.',
      }),
      status: list(text({ enum: STATUSES }), { default: [], description: 'Only plugins with one of these statuses.' }),
    },
    answers: { 200: pagesOfRecords(plugin), ...refused },
    permission: checkReads,
    handle: async (request) => {
      const { search = '', status } = request.args;
      const wanted = foldText(search);
      const all = [...(await storedPackages(misc.documents))].map((each) => render(misc, request, each));
      const shown = all.filter(
        (each) =>
          (status.length === 0 || status.includes(each.status)) &&
          foldText(`${each.name} ${each.description.raw}`).includes(wanted),
      );
      const headers = corePaging(request, { total: shown.length, perPage: packageSlugs.length, page: 1 });
      return { body: shown, headers };
    },
  });

const installRoute = (misc: InstallingMisc): Route =>
  route({
    ...shared,
    path: '/plugins',
    methods: ['POST'],
    summary: 'Answers a feature package, which is installed already, and refuses every other plugin.',
    args: { slug: text({ required: true, description: 'The name of the plugin.' }) },
    answers: {
      200: plugin,
      401: ['rest_cannot_install_plugin'],
      403: ['rest_cannot_install_plugin'],
      404: ['plugins_api_failed'],
    },
    permission: managersOnly(miscErrors.cannotInstallPlugin),
    handle: async (request) => {
      const slug = packageSlugs.find((each) => each === request.args.slug);
      if (slug === undefined) throw miscErrors.noOtherPlugin();
      return pluginOf(misc, request, slug);
    },
  });

const PATH = '/plugins/{folder}/{slug}';

/** Returns the package that the path names. @throws DomainError 404 */
const slugOf = ({ captures: { folder, slug } }: Pick<RestRequest<unknown>, 'captures'>): PackageSlug => {
  const found = packageSlugs.find((each) => each === folder && each === slug);
  if (found === undefined) throw miscErrors.unknownPlugin();
  return found;
};

const readRoute = (misc: InstallingMisc): Route =>
  route({
    ...shared,
    path: PATH,
    methods: ['GET'],
    summary: 'Reads a feature package as a plugin.',
    args: nameArgs,
    answers: { 200: plugin, ...refused, ...unknown },
    permission: checkReads,
    handle: async (request) => pluginOf(misc, request, slugOf(request)),
  });

const changeRoute = (misc: InstallingMisc): Route =>
  route({
    ...shared,
    path: PATH,
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Switches a feature package off or on.',
    args: { ...nameArgs, status: text({ enum: STATUSES, description: 'The status of the plugin.' }) },
    answers: {
      200: plugin,
      ...unchanged,
      ...unknown,
      409: ['installer_package_needed', 'installer_package_not_entitled'],
    },
    permission: checkChanges,
    handle: async (request) => {
      const slug = slugOf(request);
      const state = await switchPackage(misc, request, { slug, status: request.args.status });
      return answerOf(misc, request, [slug, state]);
    },
  });

type Rendering = Pick<RestRequest<unknown>, 'language' | 'wants' | 'apiRoot'>;

const pluginOf = async (misc: InstallingMisc, request: Rendering, slug: PackageSlug) => {
  const stored = await storedPackages(misc.documents);
  return answerOf(misc, request, [slug, stored.get(slug) ?? initialPackage]);
};

const answerOf = (misc: InstallingMisc, request: Rendering, of: readonly [PackageSlug, Package]) => ({
  body: render(misc, request, of),
  version: packageVersion(...of),
});

const fileOf = (slug: PackageSlug): string => `${slug}/${slug}`;

const render = (
  { texts }: InstallingMisc,
  request: Rendering,
  of: readonly [PackageSlug, Package],
): z.infer<typeof plugin> => {
  const { slug, name, description, version, status } = packageView(texts, request.language, of);
  return {
    plugin: fileOf(slug),
    status,
    name,
    plugin_uri: '',
    author: 'Almanac',
    author_uri: '',
    description: { raw: description, rendered: description },
    version,
    network_only: false,
    requires_php: '',
    textdomain: slug,
    ...(request.wants('_links')
      ? { _links: { self: [{ href: `${request.apiRoot}/core/v2/plugins/${fileOf(slug)}` }] } }
      : {}),
  };
};
