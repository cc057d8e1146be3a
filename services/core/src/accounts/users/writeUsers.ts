import { DomainError } from '@almanac/domain';
import { can, isRole, type Role } from '@almanac/identity';
import { forbidden, forUpdate, type RestRequest, type Route, route, type Values } from '@almanac/rest';
import type { Core } from '../../core.ts';
import { freshId } from '../../freshId.ts';
import { loginIsFixed, noSuchRole, ownRole } from './accountErrors.ts';
import { hashPassword } from './accountPassword.ts';
import { type ChangeUser, changeUser } from './changeUser.ts';
import { cacheTags, isOneself, showUser, userOf } from './readUsers.ts';
import { registerUser } from './registerUser.ts';
import { type User, user } from './user.ts';
import { idArg, writeArgs } from './userArgs.ts';

const updateArgs = forUpdate(writeArgs);

export const writeUsers = (core: Core): Route[] => [
  createRoute(core),
  updateRoute(core, '/users/me'),
  updateRoute(core, '/users/{id:\\d+}'),
];

const createRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/users',
    methods: ['POST'],
    summary: 'Creates a user.',
    args: writeArgs,
    batch: true,
    keepAnswer: false,
    permission: ({ principal }) => {
      if (can(principal, 'create_users')) return true;
      throw forbidden(principal, 'rest_cannot_create_user', 'You may not create users.');
    },
    handle: async (request) => {
      if (request.params.id) throw new DomainError('rest_user_exists', 400, 'A new user has no id yet.');
      const created = await create(core, request);
      const body = await showUser(core, request, created, 'edit');
      const headers = { Location: `${request.apiRoot}/core/v2/users/${created.id}` };
      return { status: 201, body, headers, version: created.version, tags: cacheTags() };
    },
  });

const create = async (core: Core, request: RestRequest<Values<typeof writeArgs>>): Promise<User> => {
  const { args } = request;
  const roles = args.roles === undefined ? (['subscriber'] as const) : rolesOf(args.roles);
  const password = await keepPassword(core, args.password);
  const { result } = await request.commands.run(request.context, async (unit) => {
    const id = await freshId(unit, core.numbers, 'users', [user]);
    const { username: login, email } = args;
    return registerUser(unit, core.names, { ...profileOf(args), id, login, email, roles, password });
  });
  return result;
};

/** Keeps the hash of a password; the commit that names it comes after. */
const keepPassword = async (core: Core, password: string): Promise<string> => {
  const name = core.newId();
  await core.accountPasswords.keep(name, await hashPassword(password, core.random(16)));
  return name;
};

const rolesOf = (names: readonly string[]): Role[] =>
  [...new Set(names)].map((name) => {
    if (!isRole(name)) throw noSuchRole(name);
    return name;
  });

type Written = Values<typeof updateArgs>;

const MEMBERS = {
  email: 'email',
  name: 'name',
  first_name: 'firstName',
  last_name: 'lastName',
  nickname: 'nickname',
  url: 'url',
  description: 'description',
  slug: 'slug',
  locale: 'locale',
} as const;

/** What of the profile was sent, under its own names. */
const profileOf = (args: Written): ChangeUser =>
  Object.fromEntries(
    Object.entries(MEMBERS).flatMap(([sent, own]) => {
      const value = args[sent as keyof typeof MEMBERS];
      return value === undefined ? [] : [[own, value]];
    }),
  );

const checkEdit = (request: RestRequest<Written>, id: number): void => {
  const { principal, args } = request;
  if (!isOneself(request, id) && !can(principal, 'edit_users')) {
    throw forbidden(principal, 'rest_cannot_edit', 'You may not edit this user.');
  }
  if (args.roles !== undefined && !can(principal, 'promote_users')) {
    throw forbidden(principal, 'rest_cannot_edit_roles', 'You may not edit the roles of users.');
  }
};

const updateRoute = (core: Core, path: string): Route =>
  route({
    namespace: 'core/v2',
    path,
    methods: ['POST', 'PUT', 'PATCH'],
    summary: path.endsWith('/me') ? 'Changes the user who asks.' : 'Changes a user.',
    args: path.endsWith('/me') ? updateArgs : { ...updateArgs, id: idArg },
    batch: !path.endsWith('/me'),
    permission: async (request) => {
      checkEdit(request, (await userOf(core, request)).id);
      return true;
    },
    handle: async (request) => {
      const before = await userOf(core, request);
      const after = await change(core, request, before);
      if (after.password !== before.password) await core.accountPasswords.forget(before.password);
      const body = await showUser(core, request, after, 'edit');
      return { body, version: after.version, tags: ['users', ...cacheTags(after.id)] };
    },
  });

const change = async (core: Core, request: RestRequest<Written>, before: User): Promise<User> => {
  const { args } = request;
  if (args.username !== undefined && args.username !== before.login) throw loginIsFixed();
  const roles = args.roles === undefined ? undefined : rolesOf(args.roles);
  if (roles !== undefined && isOneself(request, before.id) && !roles.includes('administrator')) throw ownRole();
  const password = args.password === undefined ? undefined : await keepPassword(core, args.password);
  const wish = {
    ...profileOf(args),
    ...(roles === undefined ? {} : { roles }),
    ...(password === undefined ? {} : { password }),
  };
  const { result } = await request.commands.run(request.context, async (unit) => {
    await unit.expectVersion(user, before.id, request.ifMatch);
    return changeUser(unit, core.names, before.id, wish);
  });
  return result;
};
