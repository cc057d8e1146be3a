import { can } from '@almanac/identity';
import { forbidden, linkSet, type RestRequest, type Route, route, text } from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { type Context, contextArg } from '../requestArgs.ts';
import { wantsLinks } from '../wantsLinks.ts';
import { hiddenTypes, type PostType, postTypes } from './postTypes.ts';
import { typeAnswers, typeSchema } from './typeSchemas.ts';

/** Routes of record types (docs/interface/core.md §2). */
export const typeRoutes = (core: Core): Route[] => [listRoute(core), itemRoute(core)];

const mayEdit = ({ principal }: Pick<RestRequest, 'principal'>): boolean => can(principal, 'edit_posts');

const listRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/types',
    methods: ['GET'],
    summary: 'Lists the types of records.',
    args: { context: contextArg },
    answers: typeAnswers.list,
    schema: typeSchema.published,
    permission: (request) => {
      if (request.args.context !== 'edit' || mayEdit(request)) return true;
      throw forbidden(request.principal, coreErrors.cannotListTypes);
    },
    handle: async (request) => {
      const shown = postTypes.map((type) => [type.slug, render(core, request, type, request.args.context)]);
      return { body: Object.fromEntries(shown) };
    },
  });

const typeOf = (request: RestRequest<unknown>): PostType => {
  const name = String(request.captures.type);
  const found = postTypes.find(({ slug }) => slug === name);
  if (found !== undefined) return found;
  if (!hiddenTypes.includes(name)) throw coreErrors.unknownType();
  throw forbidden(request.principal, coreErrors.cannotReadType);
};

const itemRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/types/{type:[\\w-]+}',
    methods: ['GET'],
    summary: 'Reads a type of records.',
    args: { type: text({ description: 'The name of the type.' }), context: contextArg },
    answers: typeAnswers.read,
    schema: typeSchema.published,
    permission: (request) => {
      typeOf(request);
      if (request.args.context !== 'edit' || mayEdit(request)) return true;
      throw forbidden(request.principal, coreErrors.cannotEditType);
    },
    handle: async (request) => ({ body: render(core, request, typeOf(request), request.args.context) }),
  });

/** Renders a type, members in the order that clients expect. */
const render = ({ texts }: Core, request: RestRequest<unknown>, type: PostType, context: Context): object => {
  const translate = (message: string): string => texts.text(message, request.language);
  const labels = Object.fromEntries(Object.entries(type.labels).map(([name, label]) => [name, translate(label)]));
  const edits = context === 'edit';
  const { slug, name, icon, base } = type;
  return {
    ...(edits ? { capabilities: type.capabilities } : {}),
    ...(context === 'embed'
      ? {}
      : { description: '', hierarchical: type.hierarchical ?? false, has_archive: type.hasArchive }),
    ...(edits ? { visibility: { show_in_nav_menus: true, show_ui: true }, viewable: true, labels } : {}),
    name: translate(name),
    slug,
    icon,
    ...(edits ? { supports: type.supports } : {}),
    ...(context === 'embed' ? {} : { taxonomies: type.taxonomies }),
    rest_base: base,
    rest_namespace: 'core/v2',
    template: [],
    template_lock: false,
    ...(wantsLinks(request) ? { _links: linksOf(request, base) } : {}),
  };
};

const linksOf = ({ apiRoot }: RestRequest<unknown>, base: string) =>
  linkSet({
    collection: [{ href: `${apiRoot}/core/v2/types` }],
    'core:items': [{ href: `${apiRoot}/core/v2/${base}` }],
  });
