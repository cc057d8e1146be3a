import type { UnitOfWork } from '@almanac/aggregates';
import { slugOf, uniqueSlug } from '@almanac/content';
import type { Role } from '@almanac/identity';
import {
  emailExists,
  LONGEST_LOGIN,
  LONGEST_URL,
  LONGEST_USER_SLUG,
  loginExists,
  loginTooLong,
  slugTooLong,
  urlTooLong,
} from './accountErrors.ts';
import { type Profile, type User, user } from './user.ts';
import type { UserNames } from './userNames.ts';

/** All texts cleaned; what is left out is made of the rest. */
export interface RegisterUser extends Partial<Profile> {
  /** A number that no user has. */
  readonly id: number;
  readonly login: string;
  readonly email: string;
  readonly roles: readonly Role[];
  /** The private record of the password's hash; empty for an account that cannot sign in. */
  readonly password: string;
}

/** @throws DomainError 400 where login or address are taken, or something is too long */
export const registerUser = async (unit: UnitOfWork, names: UserNames, command: RegisterUser): Promise<User> => {
  const { id, login, email, roles, password } = command;
  if ([...login].length > LONGEST_LOGIN) throw loginTooLong();
  checkProfile(command);
  if ((await names.holder(unit, 'login', login)) !== null) throw loginExists();
  if ((await names.holder(unit, 'email', email)) !== null) throw emailExists();
  const slug = await freeSlug(unit, names, command);
  await names.take(unit, 'login', login, id);
  await names.take(unit, 'email', email, id);
  await names.take(unit, 'slug', slug, id);
  const registered = `${unit.meta.at.slice(0, 19)}Z`;
  const data = { ...profileOf(command), id, login, email, slug, roles, password, registered };
  return unit.append(user, id, [{ type: 'UserRegistered', data }]);
};

/** @throws DomainError 400 for what is too long to be kept */
export const checkProfile = ({ slug = '', url = '' }: Partial<Profile>): void => {
  if (slug.length > LONGEST_USER_SLUG) throw slugTooLong();
  if ([...url].length > LONGEST_URL) throw urlTooLong();
};

const freeSlug = (unit: UnitOfWork, names: UserNames, { id, login, slug }: RegisterUser): Promise<string> => {
  const wanted = slug || slugOf(login.replaceAll('@', '')) || String(id);
  return uniqueSlug(
    wanted.slice(0, LONGEST_USER_SLUG),
    async (each) => (await names.holder(unit, 'slug', each)) !== null,
  );
};

const profileOf = (command: RegisterUser): Profile => {
  const { firstName = '', lastName = '', login } = command;
  return {
    email: command.email,
    name: command.name || `${firstName} ${lastName}`.trim() || login,
    firstName,
    lastName,
    nickname: command.nickname || login,
    url: command.url ?? '',
    description: command.description ?? '',
    slug: command.slug ?? '',
    locale: command.locale ?? '',
  };
};
