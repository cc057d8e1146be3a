import { isDeepStrictEqual } from 'node:util';
import { changedFields, isEmpty, newFields } from '@almanac/content-model';
import type { Decider } from '@almanac/event-sourcing';
import type { Role } from '@almanac/identity';
import { coreErrors } from '../../errors.ts';
import { isUser, type User, type UserEvent, user } from './user.ts';
import { type Profile, userFields } from './userFields.ts';
import type { UserName } from './userNames.ts';

/** Limits of docs/interface/core-users.md §5, in characters. */
const LONGEST_LOGIN = 60;
export const MAX_USER_SLUG_LENGTH = 50;
const LONGEST_URL = 100;

/** A new user with cleaned texts; absent members are derived from the others. */
export interface NewUser extends Partial<Profile> {
  /** An unused number. */
  readonly id: number;
  readonly login: string;
  readonly email: string;
  readonly roles: readonly Role[];
  /** Name of the private record with the password's hash; empty for an account that cannot sign in. */
  readonly password: string;
}

export type UserCommand =
  /** Registers a user; `at` is ISO 8601 in UTC. */
  | { readonly type: 'Register'; readonly user: NewUser; readonly at: string }
  /** Changes only the given members. */
  | { readonly type: 'Change'; readonly profile: Partial<Profile> }
  | { readonly type: 'ChangeRoles'; readonly roles: readonly Role[] }
  /** Changes the password to the one whose hash is the private entry with this id. */
  | { readonly type: 'ChangePassword'; readonly password: string }
  /** Deletes the user permanently. `reassign` inherits the user's records; null for nobody. */
  | { readonly type: 'Delete'; readonly reassign: number | null };

export interface UserFacts {
  /** The requested names that another user already has. */
  readonly taken: readonly UserName[];
  /** Slug after the command; a new user's slug is free. */
  readonly slug: string;
}

/** Decider of users. `Register` and `Change` take facts, the others none. */
export const userDecider: Decider<User, UserEvent, UserCommand, UserFacts | undefined> = {
  ...user,
  decide: (state, command, facts) => {
    if (command.type === 'Register') {
      if (state.version > 0) throw new Error(`the id ${state.id} is another user's`);
      return [registered(command.user, command.at, requireFacts(facts))];
    }
    if (!isUser(state)) throw coreErrors.unknownUser();
    switch (command.type) {
      case 'Change':
        return decideChange(state, command.profile, requireFacts(facts));
      case 'ChangeRoles': {
        const { roles } = command;
        return isDeepStrictEqual(roles, state.roles) ? [] : [{ type: 'UserRolesChanged', data: { roles } }];
      }
      case 'ChangePassword':
        return [{ type: 'UserPasswordChanged', data: { password: command.password } }];
      case 'Delete':
        return [{ type: 'UserDeleted', data: { reassign: command.reassign } }];
    }
  },
};

const requireFacts = (facts: UserFacts | undefined): UserFacts => {
  if (facts === undefined) throw new Error('a user is registered and changed on facts');
  return facts;
};

/** @throws DomainError 400 if login or address are taken, or a value is too long */
const registered = (asked: NewUser, at: string, { taken, slug }: UserFacts): UserEvent => {
  const { id, login, roles, password } = asked;
  if ([...login].length > LONGEST_LOGIN) throw coreErrors.loginTooLong({ params: { limit: LONGEST_LOGIN } });
  checkLengths(asked);
  if (taken.includes('login')) throw coreErrors.loginExists();
  if (taken.includes('email')) throw coreErrors.emailExists();
  const profile = newFields<Profile>(userFields, asked);
  const name = profile.name || `${profile.firstName} ${profile.lastName}`.trim() || login;
  const nickname = profile.nickname || login;
  const registered = `${at.slice(0, 19)}Z`;
  return { type: 'UserRegistered', data: { ...profile, name, nickname, slug, id, login, roles, password, registered } };
};

/** @throws DomainError 400 if the address or slug is taken, or a value is too long */
const decideChange = (state: User, profile: Partial<Profile>, { taken, slug }: UserFacts): UserEvent[] => {
  checkLengths(profile);
  if (taken.includes('email')) throw coreErrors.emailTaken();
  if (taken.includes('slug')) throw coreErrors.userSlugTaken();
  const changed = changedFields<Profile>(state, { ...completed(state, profile), slug });
  return isEmpty(changed) ? [] : [{ type: 'UserChanged', data: changed }];
};

const checkLengths = ({ slug, url }: Partial<Profile>): void => {
  if (slug !== undefined && slug.length > MAX_USER_SLUG_LENGTH)
    throw coreErrors.userSlugTooLong({ params: { limit: MAX_USER_SLUG_LENGTH } });
  if (url !== undefined && [...url].length > LONGEST_URL)
    throw coreErrors.userUrlTooLong({ params: { limit: LONGEST_URL } });
};

/** Replaces an emptied display name or nickname by the login. */
const completed = (state: User, profile: Partial<Profile>): Partial<Profile> => ({
  ...profile,
  ...(profile.name === '' ? { name: state.login } : {}),
  ...(profile.nickname === '' ? { nickname: state.login } : {}),
});
