import { streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import { can } from '@almanac/identity';
import { anything, boolean, forbidden, invalid, type RestRequest, type Route, route } from '@almanac/rest';
import { coreErrors } from '../errors.ts';
import { passwordsOf } from './application-passwords/readModels/passwordList.ts';
import { forgetPasswords, revokePasswords } from './application-passwords/revokePasswords.ts';
import { disconnectIdentity } from './openid/identities.ts';
import type { AccountsCore } from './users/accountsCore.ts';
import { userById } from './users/readModels/userList.ts';
import { userAnswer, userOf } from './users/readUsers.ts';
import { isUser, type User, user } from './users/user.ts';
import { idArg } from './users/userArgs.ts';
import { userDecider } from './users/userCommands.ts';
import { userAnswers } from './users/userSchema.ts';

/** Parses the id of the heir; empty, `false` and 0 mean nobody (docs/interface/core-users.md §5). */
const parseReassign = (value: unknown) => {
  if (value === '' || value === false || value === 'false') return 0;
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) && id >= 0 ? id : invalid('{name} is not the id of a user.');
};

const deleteArgs = {
  force: boolean({ default: false, description: 'Must be true: users have no trash.' }),
  reassign: anything({
    parse: parseReassign,
    required: true,
    words: { type: 'integer' },
    description: 'The new owner of the deleted user’s records; empty moves them to the trash.',
  }),
};

export const deleteUserRoutes = (core: AccountsCore): Route[] => [
  deleteRoute(core, '/users/me'),
  deleteRoute(core, '/users/{id:\\d+}'),
];

const deleteRoute = (core: AccountsCore, path: string): Route =>
  route({
    namespace: 'core/v2',
    path,
    methods: ['DELETE'],
    summary: path.endsWith('/me') ? 'Deletes the signed-in user.' : 'Deletes a user.',
    args: path.endsWith('/me') ? deleteArgs : { ...deleteArgs, id: idArg },
    answers: userAnswers.remove,
    batch: !path.endsWith('/me'),
    permission: async (request) => {
      await userOf(core, request);
      if (can(request.principal, 'delete_users')) return true;
      throw forbidden(request.principal, coreErrors.cannotDeleteUser);
    },
    handle: async (request) => {
      const gone = await userOf(core, request);
      const { force, reassign } = request.args;
      if (!force) throw coreErrors.trashNotSupported();
      await checkReassign(core, gone, reassign);
      const previous = await userAnswer(core, request, gone, 'edit', false);
      await carryOut(core, request, { gone, reassign: reassign === 0 ? null : reassign });
      return { body: { deleted: true, previous } };
    },
  });

const checkReassign = async (core: AccountsCore, { id }: User, reassign: number): Promise<void> => {
  if (reassign === 0) return;
  if (reassign === id || (await userById(core.documents, reassign)) === undefined) throw coreErrors.invalidReassign();
};

/**
 * Deletes a user permanently, with all credentials (docs/interface/core-users.md §5).
 * @throws DomainError 404
 */
const carryOut = async (
  core: AccountsCore,
  request: RestRequest<unknown>,
  { gone, reassign }: { readonly gone: User; readonly reassign: number | null },
): Promise<void> => {
  const { id } = gone;
  const uuids = (await passwordsOf(core.documents, id)).map(({ uuid }) => uuid);
  const letGo = await core.references.gather({ kind: 'users', id, reassign });
  await request.commands.run(request.context, async (unit) => {
    await unit.expectVersion(user, id, request.ifMatch);
    await takeTurn(unit, id);
    // the heir was deleted concurrently, or earlier in the same batch
    if (reassign !== null && !isUser(await unit.load(user, reassign))) throw coreErrors.invalidReassign();
    await unit.decide(userDecider, id, { type: 'Delete', reassign }, undefined);
    await revokePasswords(unit, id, uuids);
    await letGo(unit);
  });
  await forgetPasswords(core, uuids);
  await core.accountPasswords.forget(gone.password);
  await disconnectIdentity(core, id);
};

/**
 * Serializes deletions of users: of two concurrent ones the second is decided again. So no heir is deleted at the same
 * time.
 */
const takeTurn = async (unit: UnitOfWork, id: number): Promise<void> => {
  const stream = streamOf(user, id);
  await unit.take('deletion', 'users', stream);
  await unit.release('deletion', 'users', stream);
};
