import { recordVersion } from '@almanac/event-sourcing';
import { languageRecord } from '@almanac/i18n';
import { can, userId } from '@almanac/identity';
import { forbidden, type RestRequest, type Route, route, type Values } from '@almanac/rest';
import { plainText, slugOf } from '@almanac/text';
import { coreErrors } from '../../errors.ts';
import { type Context, contextArg, pagingOf, windowOf } from '../../requestArgs.ts';
import type { AccountsCore } from './accountsCore.ts';
import { userById } from './readModels/userList.ts';
import { isPublishedAuthor, listUsers, type UserQuery } from './readModels/userQuery.ts';
import { user as aggregate, type User } from './user.ts';
import { idArg, listArgs } from './userArgs.ts';
import { renderUser } from './userRecord.ts';
import { userAnswers, userSchema } from './userSchema.ts';

type Asking = RestRequest<unknown>;

export const isOwnAccount = ({ principal }: Asking, id: number): boolean =>
  principal.kind === 'user' && userId(principal) === id;

/** Returns the user named in the path, or the caller for `me`, loaded once a request. @throws DomainError 404 */
export const userOf = async (core: AccountsCore, request: Asking): Promise<User> => {
  const id = request.captures.id === undefined ? userId(request.principal) : Number(request.captures.id);
  const user = await request.remember(`user:${id}`, () => userById(core.documents, id));
  if (user === undefined) throw coreErrors.unknownUser();
  return user;
};

export const userAnswer = (
  core: AccountsCore,
  request: Asking,
  user: User,
  context: Context,
  links = true,
): Promise<object> =>
  renderUser(request, user, {
    context,
    links,
    locale: languageRecord(core.settings.current().default_language).locale,
  });

export const readUsers = (core: AccountsCore): Route[] => [listRoute(core), meRoute(core), itemRoute(core)];

type ListRequest = RestRequest<Values<typeof listArgs>>;

/** Returns a filter's values; undefined for an empty list, which does not filter. */
const asked = (names: readonly string[] | undefined): readonly string[] | undefined =>
  names?.length === 0 ? undefined : names;

const checkList = ({ args, principal }: ListRequest): void => {
  const listsUsers = can(principal, 'list_users');
  if (!listsUsers && (asked(args.roles) ?? asked(args.capabilities)) !== undefined) {
    throw forbidden(principal, coreErrors.cannotFilterByRole);
  }
  if (!listsUsers && args.context === 'edit') {
    throw forbidden(principal, coreErrors.cannotListEditableUsers);
  }
  if (!listsUsers && ['email', 'registered_date'].includes(args.orderby)) {
    throw forbidden(principal, coreErrors.cannotOrderUsers);
  }
  if (args.who === 'authors' && !can(principal, 'edit_posts')) {
    throw forbidden(principal, coreErrors.cannotFilterByWriting);
  }
};

const queryOf = ({ args, principal }: ListRequest): UserQuery => ({
  ...windowOf(args),
  search: plainText(args.search ?? ''),
  columns: args.search_columns,
  include: args.include,
  exclude: args.exclude,
  slugs: asked(args.slug)?.map(slugOf),
  roles: asked(args.roles),
  capabilities: asked(args.capabilities),
  authorsOnly: args.who === 'authors',
  publishedOnly: (!can(principal, 'list_users') && args.who !== 'authors') || isWanted(args.has_published_posts),
  orderBy: args.orderby,
  direction: args.order,
});

const isWanted = (published: boolean | readonly string[] | undefined): boolean =>
  Array.isArray(published) ? published.length > 0 : published === true;

const listRoute = (core: AccountsCore): Route =>
  route({
    namespace: 'core/v2',
    path: '/users',
    methods: ['GET'],
    summary: 'Lists users.',
    args: listArgs,
    answers: userAnswers.list,
    schema: userSchema.published,
    batch: true,
    permission: (request) => {
      checkList(request);
      return true;
    },
    handle: async (request) => {
      const { args } = request;
      const page = await listUsers(core, request.principal, queryOf(request));
      const body = await Promise.all(page.users.map((user) => userAnswer(core, request, user, args.context)));
      return { body, headers: pagingOf(request, page.total) };
    },
  });

/**
 * `GET …/me` is refused by its handler instead of its permission, so that it stays among the allowed methods
 * (docs/interface/core-users.md §1).
 */
const meRoute = (core: AccountsCore): Route =>
  route({
    namespace: 'core/v2',
    path: '/users/me',
    methods: ['GET'],
    summary: 'Reads the signed-in user.',
    args: { context: contextArg },
    answers: userAnswers.read,
    schema: userSchema.published,
    handle: async (request) => {
      if (request.principal.kind !== 'user') throw coreErrors.notSignedIn();
      const user = await userOf(core, request);
      return {
        body: await userAnswer(core, request, user, request.args.context),
        version: recordVersion(aggregate, user),
      };
    },
  });

const itemRoute = (core: AccountsCore): Route =>
  route({
    namespace: 'core/v2',
    path: '/users/{id:\\d+}',
    methods: ['GET'],
    summary: 'Reads a user.',
    args: { id: idArg, context: contextArg },
    answers: userAnswers.read,
    schema: userSchema.published,
    batch: true,
    permission: async (request) => {
      const { id } = await userOf(core, request);
      if (isOwnAccount(request, id) || can(request.principal, 'list_users')) return true;
      if (request.args.context === 'edit') {
        throw forbidden(request.principal, coreErrors.cannotListEditableUsers);
      }
      if (await isPublishedAuthor(core, id)) return true;
      throw forbidden(request.principal, coreErrors.cannotReadUser);
    },
    handle: async (request) => {
      const user = await userOf(core, request);
      const body = await userAnswer(core, request, user, request.args.context);
      return { body, version: recordVersion(aggregate, user) };
    },
  });
