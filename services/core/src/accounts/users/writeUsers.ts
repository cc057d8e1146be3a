import { isDeepStrictEqual } from 'node:util';
import { recordVersion } from '@almanac/event-sourcing';
import { can, isRole, type Role } from '@almanac/identity';
import {
  forbidden,
  forUpdate,
  type RestRequest,
  type Route,
  route,
  sentUnchanged,
  type Values,
  withoutArgs,
} from '@almanac/rest';
import { coreErrors } from '../../errors.ts';
import { sentFields } from '../../fields.ts';
import { unusedId } from '../../unusedId.ts';
import type { AccountsCore } from './accountsCore.ts';
import { withNewPassword } from './newPassword.ts';
import { isOwnAccount, userAnswer, userOf } from './readUsers.ts';
import { type User, user } from './user.ts';
import { idArg, writeArgs } from './userArgs.ts';
import { type Profile, userFields } from './userFields.ts';
import { userAnswers } from './userSchema.ts';
import { type ChangeUser, changeUser, registerUser } from './userWriting.ts';

const updateArgs = forUpdate(writeArgs);

export const writeUsers = (core: AccountsCore): Route[] => [
  createRoute(core),
  updateRoute(core, '/users/me'),
  updateRoute(core, '/users/{id:\\d+}'),
];

const createRoute = (core: AccountsCore): Route =>
  route({
    namespace: 'core/v2',
    path: '/users',
    methods: ['POST'],
    summary: 'Creates a user.',
    args: writeArgs,
    answers: userAnswers.create,
    batch: true,
    keepAnswer: false,
    permission: ({ principal }) => {
      if (can(principal, 'create_users')) return true;
      throw forbidden(principal, coreErrors.cannotCreateUsers);
    },
    handle: async (request) => {
      if (request.params.id) throw coreErrors.userHasId();
      const created = await create(core, request);
      const body = await userAnswer(core, request, created, 'edit');
      const headers = { Location: `${request.apiRoot}/core/v2/users/${created.id}` };
      return { status: 201, body, headers, version: recordVersion(user, created) };
    },
  });

const create = async (core: AccountsCore, request: RestRequest<Values<typeof writeArgs>>): Promise<User> => {
  const { args } = request;
  const roles = args.roles === undefined ? (['subscriber'] as const) : rolesOf(args.roles);
  const { username: login, email } = args;
  const asked = { ...sentFields<Profile>(userFields, request), login, email, roles };
  const register = async (password: string): Promise<User> => {
    const { result } = await request.commands.run(request.context, async (unit) => {
      const id = await unusedId(unit, core.numbers, 'users', [user]);
      return registerUser(unit, core.names, { ...asked, id, password });
    });
    return result;
  };
  // passwords cannot be moved: the account gets one by a link, or signs in by another way
  return request.context.moved === undefined ? withNewPassword(core, args.password, register) : register('');
};

/** @throws DomainError 400 for an unknown role */
export const rolesOf = (names: readonly string[]): Role[] =>
  [...new Set(names)].map((name) => {
    if (!isRole(name)) throw coreErrors.unknownRole({ params: { role: name } });
    return name;
  });

type UserArgs = Values<typeof updateArgs>;

const checkEdit = (request: RestRequest<UserArgs>, { id, roles }: User): void => {
  const { principal, args } = request;
  const keepsRoles = args.roles === undefined || isDeepStrictEqual(args.roles, roles);
  if (!isOwnAccount(request, id) && !can(principal, 'edit_users')) {
    throw forbidden(principal, coreErrors.cannotEditUser);
  }
  if (!keepsRoles && !can(principal, 'promote_users')) {
    throw forbidden(principal, coreErrors.cannotEditRoles);
  }
};

const updateRoute = (core: AccountsCore, path: string): Route =>
  route({
    namespace: 'core/v2',
    path,
    methods: ['POST', 'PUT', 'PATCH'],
    summary: path.endsWith('/me') ? 'Changes the signed-in user.' : 'Changes a user.',
    args: path.endsWith('/me') ? updateArgs : { ...updateArgs, id: idArg },
    answers: userAnswers.change,
    batch: !path.endsWith('/me'),
    permission: async (request) => {
      checkEdit(request, await userOf(core, request));
      return true;
    },
    handle: async (request) => {
      const named = await userOf(core, request);
      const shown = { ...(await userAnswer(core, request, named, 'edit')) };
      const { before, after } = await change(core, withoutArgs(request, sentUnchanged(request, shown)), named);
      if (after.password !== before.password) await core.accountPasswords.forget(before.password);
      const body = await userAnswer(core, request, after, 'edit');
      return { body, version: recordVersion(user, after) };
    },
  });

interface UserChange {
  readonly before: User;
  readonly after: User;
}

const change = async (
  core: AccountsCore,
  request: RestRequest<UserArgs>,
  { id, login, email }: User,
): Promise<UserChange> => {
  const { args } = request;
  if (args.username !== undefined && args.username !== login) throw coreErrors.loginFixed();
  const roles = args.roles === undefined ? undefined : rolesOf(args.roles);
  if (roles !== undefined && isOwnAccount(request, id) && !roles.includes('administrator')) throw coreErrors.ownRole();
  const input = { ...sentFields<Profile>(userFields, request), ...(roles === undefined ? {} : { roles }) };
  const isSignInChanged = args.password !== undefined || (args.email !== undefined && args.email !== email);
  if (isSignInChanged) await core.checkReauthentication(request.principal);
  const commit = async (more: Pick<ChangeUser, 'password'> = {}): Promise<UserChange> => {
    const { result } = await request.commands.run(request.context, async (unit) => {
      await unit.expectVersion(user, id, request.ifMatch);
      const before = await unit.load(user, id);
      return { before, after: await changeUser(unit, core.names, id, { ...input, ...more }) };
    });
    return result;
  };
  return args.password === undefined
    ? commit()
    : withNewPassword(core, args.password, (password) => commit({ password }));
};
