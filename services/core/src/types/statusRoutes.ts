import { can } from '@almanac/identity';
import { forbidden, linkSet, type RestRequest, type Route, route, text } from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { type Context, contextArg } from '../requestArgs.ts';
import { wantsLinks } from '../wantsLinks.ts';
import { statusAnswers, statusSchema } from './typeSchemas.ts';

interface StatusFlags {
  readonly slug: string;
  readonly name: string;
  readonly public?: true;
  readonly queryable?: true;
  readonly floating?: true;
  readonly private?: true;
  readonly protected?: true;
  readonly hidden?: true;
}

/**
 * Statuses with the flags of docs/interface/core.md §3, in its order; those of imports are public but cannot be
 * queried.
 */
export const statuses: readonly StatusFlags[] = [
  { slug: 'publish', name: 'Published', public: true, queryable: true },
  { slug: 'future', name: 'Scheduled', protected: true },
  { slug: 'draft', name: 'Draft', floating: true, protected: true },
  { slug: 'pending', name: 'Pending', floating: true, protected: true },
  { slug: 'private', name: 'Private', private: true },
  { slug: 'trash', name: 'Trash', hidden: true },
  { slug: 'cal-ea-success', name: 'Imported', public: true },
  { slug: 'cal-ea-failed', name: 'Import failed', public: true },
  { slug: 'cal-ea-schedule', name: 'Import scheduled', public: true },
  { slug: 'cal-ea-pending', name: 'Import pending', public: true },
  { slug: 'cal-ea-draft', name: 'Import draft', public: true },
  { slug: 'cal-ignored', name: 'Ignored', public: true },
];

/** Statuses that cannot be requested by name. */
const internal: readonly string[] = ['inherit', 'auto-draft'];

/** Routes of post statuses (docs/interface/core.md §3). */
export const statusRoutes = (core: Core): Route[] => [listRoute(core), itemRoute(core)];

const seesAll = ({ principal }: Pick<RestRequest, 'principal'>): boolean => can(principal, 'edit_posts');

const listRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/statuses',
    methods: ['GET'],
    summary: 'Lists the statuses of posts.',
    args: { context: contextArg },
    answers: statusAnswers.list,
    schema: statusSchema.published,
    permission: (request) => {
      if (request.args.context !== 'edit' || seesAll(request)) return true;
      throw forbidden(request.principal, coreErrors.cannotListStatuses);
    },
    handle: async (request) => {
      const shown = statuses.filter((status) => status.public === true || seesAll(request));
      return {
        body: Object.fromEntries(
          shown.map((status) => [status.slug, render(core, request, status, request.args.context)]),
        ),
      };
    },
  });

const statusOf = (request: RestRequest<unknown>): StatusFlags => {
  const name = String(request.captures.status);
  const found = statuses.find(({ slug }) => slug === name);
  if (found === undefined && !internal.includes(name)) throw coreErrors.unknownStatus();
  if (found !== undefined && (found.public === true || seesAll(request))) return found;
  throw forbidden(request.principal, coreErrors.cannotReadStatus);
};

const itemRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/statuses/{status:[\\w-]+}',
    methods: ['GET'],
    summary: 'Reads a status of posts.',
    args: { status: text({ description: 'The name of the status.' }), context: contextArg },
    answers: statusAnswers.read,
    schema: statusSchema.published,
    permission: (request) => statusOf(request) !== undefined,
    handle: async (request) => ({ body: render(core, request, statusOf(request), request.args.context) }),
  });

/** Renders a status, members in the order that clients expect. */
const render = ({ texts }: Core, request: RestRequest<unknown>, status: StatusFlags, context: Context): object => {
  const { slug, name } = status;
  const edits = context === 'edit';
  return {
    name: texts.text(name, request.language),
    ...(edits ? { private: status.private === true, protected: status.protected === true } : {}),
    ...(context === 'embed' ? {} : { public: status.public === true, queryable: status.queryable === true }),
    ...(edits ? { show_in_list: status.hidden !== true } : {}),
    slug,
    ...(context === 'embed' ? {} : { date_floating: status.floating === true }),
    ...(wantsLinks(request) ? { _links: linksOf(request, slug) } : {}),
  };
};

const linksOf = ({ apiRoot }: RestRequest<unknown>, slug: string) =>
  linkSet({ archives: [{ href: `${apiRoot}/core/v2/posts${slug === 'publish' ? '' : `?status=${slug}`}` }] });
