import type { ErrorFactory } from '@almanac/i18n';
import { can, userId } from '@almanac/identity';
import { forbidden, type RestRequest } from '@almanac/rest';
import { coreErrors } from '../../errors.ts';
import type { AccountsCore } from '../users/accountsCore.ts';
import { userById } from '../users/readModels/userList.ts';
import type { User } from '../users/user.ts';

/** First part of every path here: a user's id, or `me`. */
export const OWNER = '/users/{user_id:(?:\\d+|me)}/application-passwords';

/** Returns the owner named in the path. @throws DomainError 401 for a visitor's `me`, 404 for a missing user */
export const ownerOf = async (core: AccountsCore, request: RestRequest<unknown>): Promise<User> => {
  const named = String(request.captures.user_id).toLowerCase();
  if (named === 'me' && request.principal.kind !== 'user') throw coreErrors.notSignedIn();
  const id = named === 'me' ? userId(request.principal) : Number(named);
  const user = await request.remember(`user:${id}`, () => userById(core.documents, id));
  if (user === undefined) throw coreErrors.unknownUser();
  return user;
};

/**
 * Users may manage their own passwords, users with `edit_users` those of others
 * (docs/interface/core-application-passwords.md §2).
 * @throws DomainError 401 or 403 with the given refusal
 */
export const checkOwner = async (
  core: AccountsCore,
  request: RestRequest<unknown>,
  { refusal, othersToo = true }: { readonly refusal: ErrorFactory; readonly othersToo?: boolean },
): Promise<true> => {
  const { id } = await ownerOf(core, request);
  const { principal } = request;
  if (principal.kind === 'user' && userId(principal) === id) return true;
  if (othersToo && can(principal, 'edit_users')) return true;
  throw forbidden(principal, refusal);
};
